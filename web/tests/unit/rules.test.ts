// The boards of the rules pages: each is a position, its move is legal, and every language has the same.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import type { Event, GameInfo, State } from '../../src/engine/types';
import { usualOptions } from '../../src/game/options';
import { boardsOf, setupFor } from '../../src/rules/board';
import { ask, engine } from '../engine/load';

const rules = engine();
const games = ask<GameInfo[]>(rules, { ask: 'games' });
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const fencesOf = (page: string) => [...page.matchAll(/^```(board.*)$/gm)].map(([, fence]) => fence ?? '');

test('a fence names options, position, moves before and the move to try', () => {
  expect(boardsOf('')).toBeNull();
  expect(boardsOf('boards x')).toBeNull();
  expect(boardsOf('board')).toEqual([{ options: null, position: undefined, after: [], move: null }]);
  expect(boardsOf('board options="size=3 strong=2" position="3/3/3 G" after="a b" move="c" | board')).toEqual([
    { options: { size: '3', strong: '2' }, position: '3/3/3 G', after: ['a', 'b'], move: 'c' },
    { options: null, position: undefined, after: [], move: null },
  ]);
});

describe.each(games)('the rules of $name', (info) => {
  const english = fencesOf(read(`../../../docs/rules/${info.name}.md`));

  test('have boards, the same in German', () => {
    expect(english.length).toBeGreaterThan(1);
    expect(fencesOf(read(`../../src/languages/de/rules/${info.name}.md`))).toEqual(english);
  });

  test('show positions in which their moves are legal and do something', () => {
    const specs = english.flatMap((fence) => boardsOf(fence) ?? []);
    for (const spec of specs) {
      const setup = setupFor(info.name, usualOptions(info), spec);
      const state = ask<State>(rules, { ask: 'open', setup, moves: spec.after });
      expect(state.choices.length, spec.position).toBeGreaterThan(0);
      if (spec.move === null) continue;
      expect(state.choices.map(({ move }) => move), spec.position).toContain(spec.move);
      expect(ask<Event[]>(rules, { ask: 'preview', setup, moves: spec.after, move: spec.move }).length).toBeGreaterThan(0);
    }
    expect(specs.some(({ move }) => move !== null)).toBe(true);
  });
});

/** How a game ends by a move that a page shows. */
function outcome(game: string, index: number, board = 0) {
  const info = games.find(({ name }) => name === game) as GameInfo;
  const spec = boardsOf(fencesOf(read(`../../../docs/rules/${game}.md`))[index] ?? '')?.[board];
  if (!spec?.move) throw new Error('no such board');
  return ask<State>(rules, { ask: 'open', setup: setupFor(game, usualOptions(info), spec), moves: [...spec.after, spec.move] });
}

test.each([
  ['connect4', 1, 0, 'line'],
  ['connect4', 1, 1, 'line'],
  ['connect4', 1, 2, 'line'],
  ['crosphere', 0, 0, 'connection'],
  ['crosphere', 0, 1, undefined],
  ['crosphere', 0, 2, undefined],
  ['crosphere', 1, 0, 'connection'],
  ['crosphere', 2, 0, 'connection'],
  ['crosphere', 3, 0, 'no-moves'],
  ['crosphere', 4, 0, 'connection'],
  ['hex', 1, 0, 'connection'],
  ['hex', 2, 0, 'connection'],
  ['hex', 2, 1, undefined],
  ['andantino', 1, 0, 'line'],
  ['andantino', 1, 1, 'line'],
  ['andantino', 1, 2, 'line'],
  ['andantino', 2, 0, 'enclosure'],
  ['andantino', 2, 1, 'enclosure'],
  ['andantino', 3, 0, undefined],
  ['andantino', 4, 0, 'self-enclosure'],
  ['tilesum', 1, 0, 'moves'],
  ['rithmomachia', 6, 0, 'glorious'],
])('the board %s %i/%i ends as the page says: %s', (game, index, board, reason) => {
  expect(outcome(game, index, board).outcome?.reason).toBe(reason);
});

test.each([
  ['meeting', 2],
  ['assault', 3],
  ['ambush', 4],
  ['siege', 5],
])('the picture of %s in Rithmomachia shows it', (rule, index) => {
  expect(outcome('rithmomachia', index).events.map((event) => event.rule)).toContain(rule);
});
