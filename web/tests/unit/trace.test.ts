import { expect, test } from 'vitest';

import type { TreeNode } from '../../src/engine/types';
import { readTrace, TraceError } from '../../src/explore/trace';

const header = {
  trace: 1, game: 'connect4', options: '', start: null, moves: ['d'], position: '…', agent: 'best', player: 2,
};
const node = (id: number, parent: number | null, move: string, more: object = {}) => ({
  node: id, parent, move, turn: 1, ply: 1, iteration: 1, depth: 1, window: [null, { cp: 20 }], bound: 'exact',
  score: { cp: 5 }, why: 'searched', ...more,
});
const result = (more: object = {}) => ({
  result: { move: 'c', score: { mate: 3 }, depth: 2, nodes: 9, playouts: 0, seconds: 0.1, pv: ['c'], left_out: 4, ...more },
});
const child = (above: TreeNode, at: number) => {
  const found = above.children[at];
  if (!found) throw new Error(`no child ${at}`);
  return found;
};
const file = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n') + '\n';

test('the tree is that of the last completed iteration, with the last search of each move', () => {
  const { tree, leftOut, moves, progress } = readTrace(
    file(
      header,
      node(0, null, 'a'),
      { progress: { depth: 1, seldepth: 1, nodes: 3, playouts: 0, seconds: 0, score: { cp: -7 }, pv: ['a'] } },
      node(1, null, 'c', { iteration: 2, score: { cp: 1 }, bound: 'atLeast' }),
      node(2, 1, 'e', { iteration: 2, turn: 2, ply: 2 }),
      node(3, null, 'c', { iteration: 2, score: { mate: 3 } }),
      node(4, 3, 'b', { iteration: 2, turn: 'chance', ply: 2, score: { mate: -2 }, window: [{ mate: -4 }, null] }),
      node(5, null, 'b', { iteration: 3, why: 'stopped' }),
      result(),
    ),
  );
  expect([tree.best, tree.depth, tree.nodes, leftOut, moves]).toEqual(['c', 2, 9, 4, ['d']]);
  expect(progress.map(({ score }) => score)).toEqual([{ kind: 'cp', value: -7 }]);
  expect(tree.root.turn).toBe('two');
  expect(tree.root.score).toEqual({ kind: 'win', plies: 3 });
  expect(tree.root.children.map(({ move }) => move)).toEqual(['c']);
  const c = child(tree.root, 0);
  expect(c.score).toEqual({ kind: 'win', plies: 3 });
  expect(c.window).toEqual([null, { kind: 'cp', value: 20 }]);
  expect(c.children.map(({ move, turn, score, step }) => [move, turn, score, step])).toEqual([
    ['b', 'chance', { kind: 'loss', plies: 2 }, 2],
  ]);
  expect([tree.root.step, c.step]).toEqual([0, 1]);
});

test('a tree search has visits and no iterations', () => {
  const visited = (visits: number) => ({ iteration: undefined, window: undefined, visits, chance: 0.25, why: 'visited' });
  const { tree } = readTrace(file(header, node(0, null, 'a', visited(7)), node(1, 0, 'b', visited(3)), result()));
  expect([tree.root.visits, child(tree.root, 0).visits, child(child(tree.root, 0), 0).chance]).toEqual([7, 7, 0.25]);
});

test('the last search of a file counts, one that was killed too', () => {
  const { moves, tree } = readTrace(
    file(header, node(0, null, 'a'), result(), { ...header, moves: [] }, node(0, null, 'g', { iteration: 4 })),
  );
  expect([moves, tree.best, child(tree.root, 0).move]).toEqual([[], '', 'g']);
});

test('what is no log is refused with its line', () => {
  const refused = (text: string) => {
    try {
      readTrace(text);
    } catch (error) {
      return error instanceof TraceError ? [error.kind, error.line] : error;
    }
    return null;
  };
  expect(refused('')).toEqual(['empty', 1]);
  expect(refused('[Game "hex"]')).toEqual(['foreign', 1]);
  expect(refused(file(node(0, null, 'a')))).toEqual(['foreign', 1]);
  expect(refused(file({ ...header, trace: 2 }))).toEqual(['version', 1]);
  expect(refused(file(header) + '{"node":')).toEqual(['damaged', 2]);
  expect(refused(file(header, node(1, null, 'a')))).toEqual(['damaged', 2]);
  expect(refused(file(header, node(0, 0, 'a')))).toEqual(['damaged', 2]);
  expect(refused(file(header, node(0, null, 'a', { score: 3 })))).toEqual(['damaged', 2]);
});
