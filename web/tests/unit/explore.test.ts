// A drawn search: its steps, its bounds, where its nodes go, and how its random games add up.

import { describe, expect, test } from 'vitest';

import type { Algorithm, SearchTree, State, TreeNode } from '../../src/engine/types';
import { EXAMPLES } from '../../src/explore/examples';
import { layOut } from '../../src/explore/layout';
import { byKey, keyOf, knownAfter, movesMade, nextCut, rank, visitBetween, walk } from '../../src/explore/walk';
import { ask, engine } from '../engine/load';

const rules = engine();
const search = ({ setup, moves }: (typeof EXAMPLES)[number], algorithm: Algorithm, depth: number, nodes = 20_000) =>
  ask<SearchTree>(rules, { ask: 'searchTree', setup, moves, algorithm, budget: { depth, nodes } });
const nodesOf = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(nodesOf)];

test('scores are ordered: sooner wins before later ones, and any of them before points', () => {
  const ordered = [{ kind: 'win', plies: 1 }, { kind: 'win', plies: 3 }, { kind: 'cp', value: 9000 }, { kind: 'cp', value: -5 }, { kind: 'loss', plies: 4 }, { kind: 'loss', plies: 2 }] as const;
  const ranks = ordered.map(rank);
  expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
});

describe.each(EXAMPLES)('the example of $name', (example) => {
  const full = search(example, 'minimax', example.depth);
  const pruned = search(example, 'alphabeta', example.depth);

  test('is a position from which the game goes on, with a tree that can be drawn and is cut', () => {
    const { outcome } = ask<State>(rules, { ask: 'open', setup: example.setup, moves: example.moves });
    expect(outcome).toBeNull();
    expect(full.depth).toBe(example.depth);
    expect(full.nodes).toBeLessThan(90);
    expect(pruned.nodes).toBeLessThan(full.nodes);
    expect(nodesOf(pruned.root).some(({ cut }) => cut)).toBe(true);
  });

  test.each([full, pruned])('is walked through to the values that the engine found', (tree) => {
    const steps = walk(tree.root);
    expect(movesMade(steps, steps.length)).toBe(tree.nodes);
    const known = knownAfter(steps, steps.length);
    for (const node of nodesOf(tree.root)) {
      if (node.skipped) expect(known.has(node)).toBe(false);
      else expect(known.get(node)).toMatchObject({ score: node.score, done: true });
    }
  });

  test('has the bounds of the engine on the way down', () => {
    for (const { kind, node, bounds } of walk(pruned.root)) {
      if (kind === 'enter' || kind === 'leaf') expect([bounds.alpha, bounds.beta]).toEqual(node.window);
    }
  });

  test('is followed from cut-off to cut-off, and the bounds meet at each', () => {
    const steps = walk(pruned.root);
    let cuts = 0;
    for (let at = nextCut(steps, 0); at < steps.length || steps[at - 1]?.kind === 'cut'; at = nextCut(steps, at)) {
      const step = steps[at - 1];
      if (step?.kind !== 'cut') break;
      cuts++;
      const { alpha, beta } = step.bounds;
      expect(alpha && beta && rank(alpha) >= rank(beta)).toBe(true);
      if (at === steps.length) break;
    }
    expect(cuts).toBe(nodesOf(pruned.root).filter(({ cut }) => cut).length);
  });

  test('is pruned within the whole tree', () => {
    const all = byKey(full.root);
    for (const key of byKey(pruned.root).keys()) expect(all.has(key), key).toBe(true);
  });

  test.each([true, false])('is laid out without two nodes in one place (from left to right: %s)', (flat) => {
    const { spots, width, height } = layOut(full.root, { width: 340, height: 300, flat, least: 7 }, []);
    expect(spots.length).toBe(full.nodes + 1);
    expect(new Set(spots.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)).size).toBe(spots.length);
    for (const { x, y } of spots) expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
  });

  test('grows by one visit with every random game', () => {
    let before: TreeNode | null = null;
    for (let games = 1; games <= 30; games++) {
      const { root } = search(example, 'mcts', 1, games);
      expect(root.visits).toBe(games);
      const { path, result } = visitBetween(before, root);
      expect(result).toBeGreaterThan(-0.001);
      expect(result).toBeLessThan(1.001);
      // Only the nodes on the way were visited once more.
      const old: Map<string, TreeNode> = before ? byKey(before) : new Map();
      const visited = new Set(path.map((_, index) => keyOf(path.slice(0, index + 1))));
      for (const [key, node] of byKey(root)) expect((node.visits ?? 0) - (old.get(key)?.visits ?? 0), key).toBe(visited.has(key) ? 1 : 0);
      before = root;
    }
  });
});

test('of a large tree only the way to what is looked at is drawn', () => {
  const large = ask<SearchTree>(rules, { ask: 'searchTree', setup: { game: 'hex', options: { size: '5' } }, moves: [], algorithm: 'minimax', budget: { depth: 2, nodes: 20_000 } });
  const room = { width: 800, height: 500, flat: false, least: 12 };
  const first = large.root.children[3] as TreeNode;
  expect(layOut(large.root, room, []).spots.length).toBe(1);
  const { spots } = layOut(large.root, room, [large.root, first]);
  expect(spots.length).toBe(1 + large.root.children.length + first.children.length);
  expect(spots.filter(({ isFolded }) => isFolded).length).toBe(large.root.children.length - 1);
});
