// Every stored puzzle is sound: its solution can be played and wins for whoever
// begins. And moves are judged by what they lead to, not by what is stored.

import { expect, test } from 'vitest';

import type { Report, State } from '../../src/engine/types';
import { hasPuzzles, judge, puzzlesOf, setupOf, type Look, type Puzzle } from '../../src/puzzles/puzzle';
import { ask, engine, think } from '../engine/load';

const GAMES = ['rithmomachia', 'rhythmomachy', 'crosphere', 'andantino'];
const rules = engine();
const walk = (game: string, puzzle: Puzzle, moves: string[]) => ask<State[]>(rules, { ask: 'states', setup: setupOf(game, puzzle), moves });

test.each(GAMES)('the puzzles of %s are sound, and in order', async (game) => {
  const puzzles = await puzzlesOf(game);
  expect(puzzles.length).toBeGreaterThanOrEqual(20);
  expect(new Set(puzzles.map(({ position }) => position)).size).toBe(puzzles.length);
  const hardness: [number, number][] = [];
  for (const puzzle of puzzles) {
    const states = walk(game, puzzle, puzzle.moves);
    const [first, last] = [states[0]!, states.at(-1)!];
    expect(puzzle.moves.length, puzzle.position).toBe(puzzle.win_in);
    expect(first.choices.length, puzzle.position).toBeGreaterThan(1);
    expect(last.outcome?.winner, puzzle.position).toBe(first.turn);
    hardness.push([puzzle.win_in, first.choices.length]);
  }
  expect(hardness).toEqual(hardness.toSorted(([a, b], [c, d]) => a - c || b - d));
});

test.each(GAMES)('in the first puzzle of %s, one move is right and others are refuted', async (game) => {
  const puzzle = (await puzzlesOf(game))[0]!;
  const setup = setupOf(game, puzzle);
  const look: Look = async (moves, { depth }): Promise<Report> => think({ setup, moves, agent: 'best', limits: { depth }, hash: 1 });
  const { choices, turn } = walk(game, puzzle, [])[0]!;
  if (turn === 'chance') throw new Error('nobody is to move');
  const verdict = async (line: string[]) => judge(puzzle, turn, line, walk(game, puzzle, line).at(-1)!, look);
  expect(await verdict(puzzle.moves.slice(0, 1))).toEqual({ kind: 'right', reply: puzzle.moves[1] });
  expect(await verdict(puzzle.moves)).toEqual({ kind: 'won' });
  const others = choices.map(({ move }) => move).filter((move) => move !== puzzle.moves[0]);
  for (const move of others.slice(0, 8)) {
    const found = await verdict([move]);
    expect(found, move).toMatchObject({ kind: 'wrong', sure: true });
  }
});

test('what wins in time is right, though it is not stored', async () => {
  const puzzle = (await puzzlesOf('andantino'))[0]!;
  const look: Look = async (moves, { depth }) => think({ setup: setupOf('andantino', puzzle), moves, agent: 'best', limits: { depth }, hash: 1 });
  const { turn } = walk('andantino', puzzle, [])[0]!;
  if (turn === 'chance') throw new Error('nobody is to move');
  // Without the stored moves, the search alone has to see it.
  const bare = { ...puzzle, moves: [] };
  const line = puzzle.moves.slice(0, 1);
  const found = await judge(bare, turn, line, walk('andantino', puzzle, line).at(-1)!, look);
  expect(found.kind).toBe('right');
});

test('a game without puzzles says so', async () => {
  expect(GAMES.every(hasPuzzles)).toBe(true);
  expect(hasPuzzles('tilesum')).toBe(false);
  expect(await puzzlesOf('tilesum')).toEqual([]);
});
