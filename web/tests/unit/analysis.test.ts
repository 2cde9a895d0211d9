import { expect, test } from 'vitest';

import { Analysis, bestLines } from '../../src/analysis/analysis.svelte';
import { judged, type Reviewed } from '../../src/analysis/judge';
import type { Report, Score } from '../../src/engine/types';
import type { Session } from '../../src/game/session.svelte';
import { mainline, Tree } from '../../src/game/tree';

/** An analysis whose engine answers when it is told to, in any order. */
function waiting() {
  const answers: (() => void)[] = [];
  const open = (_: unknown, moves: string[]) =>
    new Promise((resolve) => answers.push(() => resolve(moves.join(' '))));
  const session = { node: new Tree().root, engine: { open }, setup: {} } as unknown as Session;
  return { analysis: new Analysis(session), answers };
}

test('a board that comes when the mouse has left is not shown', async () => {
  const { analysis, answers } = waiting();
  const shown = analysis.show(['a']);
  await analysis.show(null);
  answers[0]?.();
  await shown;
  expect(analysis.peek).toBeNull();
});

test('of two boards the one asked for last is shown, whichever comes first', async () => {
  const { analysis, answers } = waiting();
  const shown = [analysis.show(['a']), analysis.show(['b'])];
  answers[1]?.();
  answers[0]?.();
  await Promise.all(shown);
  expect(analysis.peek).toBe('b');
});

test('the best lines stand in the order of their scores', () => {
  const scores: Score[] = [{ kind: 'loss', plies: 4 }, { kind: 'cp', value: -20 }, { kind: 'win', plies: 7 }, { kind: 'loss', plies: 8 }, { kind: 'cp', value: 35 }, { kind: 'win', plies: 3 }];
  const report = { lines: scores.map((score, at) => ({ pv: [`m${at}`], score, chance: 0.5 })), playouts: 0 } as unknown as Report;
  const order = (report: Report, count: number) => bestLines(report, count).map(({ moves }) => moves[0]);
  expect(order(report, 9)).toEqual(['m5', 'm2', 'm4', 'm1', 'm3', 'm0']);
  expect(order(report, 2)).toEqual(['m5', 'm2']);
  expect(order({ ...report, playouts: 100 }, 3)).toEqual(['m0', 'm1', 'm2']);
});

test('a review that was kept speaks of the moves it looked at, and of no others', () => {
  const positions: Reviewed['positions'] = [
    { turn: 'one', chance: 0.6, best: 'a' },
    { turn: 'two', chance: 0.6, best: 'x' },
    { turn: 'one', chance: 0.95, best: 'y' },
    { turn: 'two', chance: 0.4, best: null },
  ];
  const review = { moves: ['a', 'b', 'c'], positions };
  const tree = new Tree();
  tree.read({ moves: ['a', 'b', 'c', 'd'].map((move) => ({ move })) });
  const found = judged(review, mainline(tree.root));
  expect(found.map(({ node, fault, better }) => [node.move, fault, better])).toEqual([
    ['a', null, null],
    ['b', 'blunder', 'x'],
    ['c', 'blunder', 'y'],
  ]);
  tree.promote(tree.add(tree.find(['a']), 'z'));
  expect(judged(review, mainline(tree.root)).map(({ node }) => node.move)).toEqual(['a']);
});
