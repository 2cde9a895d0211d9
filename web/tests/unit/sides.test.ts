import { expect, test } from 'vitest';

import type { State } from '../../src/engine/types';
import { sideIn, sideToMove } from '../../src/game/sides';

const state = (turn: State['turn'], swapped: boolean) => ({ turn, swapped }) as State;

test('after a swap each player has the side of the other', () => {
  expect(sideIn(null, 'one')).toBe('one');
  expect(sideIn(state('one', false), 'two')).toBe('two');
  expect(sideIn(state('one', true), 'two')).toBe('one');
  expect(sideToMove(state('two', false))).toBe('two');
  expect(sideToMove(state('two', true))).toBe('one');
  expect(sideToMove(state('chance', false))).toBe('chance');
});
