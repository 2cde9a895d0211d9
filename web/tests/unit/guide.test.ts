import { expect, test } from 'vitest';

import type { GameInfo } from '../../src/engine/types';
import { FIRST, minutes } from '../../src/game/guide';
import { ask, engine } from '../engine/load';

test('every game says how long it takes, in round numbers', () => {
  const games = ask<GameInfo[]>(engine(), { ask: 'games' });
  for (const { name } of games) {
    const length = minutes(name);
    expect(length, name).not.toBeNull();
    expect(length! < 5 || length! % 5 === 0, name).toBe(true);
  }
  expect(minutes('rithmomachia')).toBeGreaterThanOrEqual(20);
  expect(minutes('tilesum')).toBeLessThan(5);
  expect(minutes('chess')).toBeNull();
  expect(games.map(({ name }) => name)).toContain(FIRST);
});
