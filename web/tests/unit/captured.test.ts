import { expect, test } from 'vitest';

import type { Event, Piece, Scene, State } from '../../src/engine/types';
import { captured } from '../../src/game/captured';
import type { Node } from '../../src/game/tree';

const layer = (label: string) => ({ shape: 'circle' as const, label });
const stack = (...labels: string[]): Piece => ({ side: 'two', shape: 'pyramid', label: labels.join('+'), layers: labels.map(layer) });
const scene: Scene = { pieces: [{ cell: 3, ...stack('9', '4', '1') }, { cell: 5, side: 'two', shape: 'circle', label: '8' }], hands: [], counters: [] };
const change = (piece: Piece): Event => ({ rule: 'assault', text: '', cells: [], effect: { change: { cell: 3, piece } } });
const remove = (cell: number): Event => ({ rule: 'assault', text: '', cells: [], effect: { remove: { cell } } });

/** What player one has taken after a move with these effects. */
function taken(...events: Event[]) {
  const root = { parent: null, state: { turn: 'one', scene } as Partial<State> } as Node;
  const node = { parent: root, state: { turn: 'two', events } as Partial<State> } as Node;
  return captured(node).one.map(({ label }) => label);
}

test('every layer that a stack loses is captured, once', () => {
  expect(taken(change(stack('9')))).toEqual(['4', '1']);
  expect(taken(change(stack('9', '1')), change(stack('9')))).toEqual(['4', '1']);
  expect(taken(change(stack('9', '1')), remove(3), remove(5))).toEqual(['4', '9+1', '8']);
});
