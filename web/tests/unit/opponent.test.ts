import { afterEach, describe, expect, test, vi } from 'vitest';

import type { GameInfo } from '../../src/engine/types';
import { chosenIn, offered, textOf } from '../../src/game/opponent';
import { limitsItself } from '../../src/game/seats';
import { isWishes, remembered } from '../../src/game/wishes';
import { agentName, amount } from '../../src/parts/seat';
import { ask, engine } from '../engine/load';

const games = ask<GameInfo[]>(engine(), { ask: 'games' });
const crosphere = games.find(({ name }) => name === 'crosphere')!;
afterEach(() => void vi.unstubAllGlobals());

describe('players that are offered', () => {
  test('come from the engine, in every game, and their texts choose them again', () => {
    for (const info of games) {
      const { first, more } = offered(info);
      expect(first[0]?.name).toBe('best');
      for (const agent of [...first, ...more]) {
        const usual = agent.offer.strength?.usual ?? null;
        expect(chosenIn(info, textOf(agent))).toEqual({ kind: 'offer', name: agent.name, value: usual });
        for (const value of agent.offer.strength?.values ?? []) expect(amount(agent.offer.strength!.parameter, value)).toMatch(/^[\d.,]+ [a-z ]+$/);
      }
    }
  });
  test("have the budgets of the thesis, after the strongest", () => {
    const [, heuristic] = offered(crosphere).first;
    expect(heuristic?.offer.strength).toEqual({ parameter: 'playouts', values: ['125', '250', '500'], usual: '500' });
  });
  test('are told from levels and from texts', () => {
    expect(chosenIn(crosphere, 'level:4')).toEqual({ kind: 'level', level: 4 });
    for (const text of ['level:11', 'level:3,seed=2', 'mcts:playouts=7', 'mcts:c=1', 'expectimax', 'nobody', '']) expect(chosenIn(crosphere, text), text).toEqual({ kind: 'text' });
    expect(chosenIn(crosphere, 'best')).toEqual({ kind: 'offer', name: 'best', value: null });
  });
  test('have names for people', () => {
    expect(agentName(crosphere, 'level:4')).toBe('Level 4');
    expect(agentName(crosphere, 'best:time=300ms')).toBe('The strongest there is, 0.3 seconds');
    expect(agentName(crosphere, 'mcts:c=1')).toBe('mcts:c=1');
    expect(amount('clock', '1m')).toBe('1 minute a game');
    expect(amount('depth', '1')).toBe('1 ply');
  });
});

test('a player by its clock has no limit in its text', () => {
  for (const agent of ['level:3', 'best:time=1s', 'mcts:c=1,playouts=7', 'reisach2019:clock=3m']) expect(limitsItself(agent), agent).toBe(true);
  for (const agent of ['best', 'mcts:c=1', 'greedy']) expect(limitsItself(agent), agent).toBe(false);
});

test('wishes of old become the same players', () => {
  const after = (kept: object) => {
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) });
    expect(isWishes(kept)).toBe(true);
    return remembered(crosphere).player;
  };
  expect(after({ strength: 'level', level: 7, agent: 'best', budget: 'second' })).toBe('level:7');
  expect(after({ strength: 'level', level: 70 })).toBe('level:10');
  expect(after({ strength: 'agent', level: 7, agent: 'best', budget: 'five' })).toBe('best:time=5s');
  expect(after({ strength: 'agent', agent: 'mcts:playouts=7', budget: 'five' })).toBe('mcts:playouts=7');
  expect(after({ player: 'jezek-random:playouts=250' })).toBe('jezek-random:playouts=250');
  expect(after({})).toBe('level:2');
});
