// A finished search tree as the steps by which it was searched.

import type { PlayerId, Score, TreeNode } from '../engine/types';

/** More than any number that `rank` gives to a score on the board. */
const WIN = 1e6;

/** A score as a number, so that two can be compared. */
export function rank(score: Score): number {
  if (score.kind === 'cp') return score.value;
  return score.kind === 'win' ? WIN - score.plies : score.plies - WIN;
}

/** What is known when the search stands at a node. */
export interface Bounds {
  /** What the searcher is sure of elsewhere; `null` for nothing yet. */
  alpha: Score | null;
  /** What the opponent can hold the searcher to elsewhere. */
  beta: Score | null;
}

/** One thing that a search does. */
export type Step = { node: TreeNode; path: TreeNode[]; bounds: Bounds } & (
  | { kind: 'enter' }
  /** A position that is judged or over. */
  | { kind: 'leaf' }
  /** A move has its value, and the position before it perhaps a better one than it had. */
  | { kind: 'back'; child: TreeNode; best: Score | null; better: boolean }
  /** The rest of the moves is skipped. */
  | { kind: 'cut'; skipped: number }
);

/** All steps of minimax or alpha-beta, in order. */
export function walk(root: TreeNode): Step[] {
  const steps: Step[] = [];
  const searcher = root.turn;
  const visit = (node: TreeNode, before: TreeNode[], given: Bounds) => {
    const path = [...before, node];
    const tried = node.children.filter((child) => !child.skipped);
    if (tried.length === 0) {
      steps.push({ kind: 'leaf', node, path, bounds: given });
      return;
    }
    steps.push({ kind: 'enter', node, path, bounds: given });
    let bounds = given;
    let best: Score | null = null;
    tried.forEach((child, index) => {
      visit(child, path, node.turn === 'chance' ? { alpha: null, beta: null } : bounds);
      const { score } = child;
      if (!score) return;
      let better = false;
      if (node.turn === 'chance') {
        // The mean is known with the last of them.
        best = index === tried.length - 1 ? (node.score ?? null) : null;
      } else {
        const wants = node.turn === searcher ? 1 : -1;
        better = best === null || wants * (rank(score) - rank(best)) > 0;
        if (better) best = score;
        if (best) bounds = narrowed(bounds, best, node.turn === searcher);
      }
      steps.push({ kind: 'back', node, path, bounds, child, best, better });
    });
    if (node.cut) steps.push({ kind: 'cut', node, path, bounds, skipped: node.children.length - tried.length });
  };
  visit(root, [], { alpha: null, beta: null });
  return steps;
}

function narrowed({ alpha, beta }: Bounds, best: Score, isMax: boolean): Bounds {
  if (isMax) return { alpha: alpha && rank(alpha) >= rank(best) ? alpha : best, beta };
  return { alpha, beta: beta && rank(beta) <= rank(best) ? beta : best };
}

/** What is known of a node after some steps. */
export interface Known {
  /** The value so far. */
  score: Score | null;
  /** Nothing more will be learnt here. */
  done: boolean;
  bounds: Bounds;
  /** How many of its moves were skipped. */
  skipped: number;
}

/** What is known of each node that was reached by the first `count` steps. */
export function knownAfter(steps: Step[], count: number): Map<TreeNode, Known> {
  const known = new Map<TreeNode, Known>();
  for (const step of steps.slice(0, count)) {
    const { node, bounds } = step;
    if (step.kind === 'enter') known.set(node, { score: null, done: false, bounds, skipped: 0 });
    if (step.kind === 'leaf') known.set(node, { score: node.score ?? null, done: true, bounds, skipped: 0 });
    const before = known.get(node);
    if (!before) continue;
    if (step.kind === 'back') {
      const child = known.get(step.child);
      if (child) known.set(step.child, { ...child, done: true });
      known.set(node, { ...before, score: step.best, bounds });
    }
    if (step.kind === 'cut') known.set(node, { ...before, skipped: step.skipped });
  }
  if (count >= steps.length) {
    const root = steps[0]?.node;
    const last = root && known.get(root);
    if (root && last) known.set(root, { ...last, done: true });
  }
  return known;
}

/** How many moves were made in the first `count` steps. */
export function movesMade(steps: Step[], count: number): number {
  let made = 0;
  for (const step of steps.slice(0, count)) if ((step.kind === 'enter' || step.kind === 'leaf') && step.path.length > 1) made++;
  return made;
}

/** The place after the next cut-off, or the end. */
export function nextCut(steps: Step[], count: number): number {
  const found = steps.findIndex((step, index) => index >= count && step.kind === 'cut');
  return found < 0 ? steps.length : found + 1;
}

/** The moves that lead to a node. */
export function movesOf(path: TreeNode[]): string[] {
  return path.flatMap(({ move }) => move ?? []);
}

/** One name for a node in every tree of the same position. */
export function keyOf(path: TreeNode[]): string {
  return movesOf(path).join(' ');
}

/** Every node by its key. */
export function byKey(root: TreeNode): Map<string, TreeNode> {
  const all = new Map<string, TreeNode>();
  const visit = (node: TreeNode, before: TreeNode[]) => {
    const path = [...before, node];
    all.set(keyOf(path), node);
    for (const child of node.children) visit(child, path);
  };
  visit(root, []);
  return all;
}

/** What one random game changed in a tree of visits. */
export interface Visit {
  /** The way from the root to the position from which it was played. */
  path: TreeNode[];
  /** The position was seen for the first time. */
  fresh: boolean;
  /** What it gave player one: 1 for a win, 0 for a loss. */
  result: number;
}

/** The visit by which one tree became the other. */
export function visitBetween(before: TreeNode | null, after: TreeNode): Visit {
  const old = before ? byKey(before) : new Map<string, TreeNode>();
  const path: TreeNode[] = [after];
  let fresh = !before;
  for (;;) {
    const here = path.at(-1) as TreeNode;
    const next = here.children.find((child) => (child.visits ?? 0) > (old.get(keyOf([...path, child]))?.visits ?? 0));
    if (!next) break;
    path.push(next);
    fresh = !old.has(keyOf(path));
  }
  const won = (node: TreeNode | null) => (node?.visits ?? 0) * (node?.chance ?? 0);
  return { path, fresh, result: won(after) - won(before) };
}

/** Whether a player is the one who searches. */
export const isSearcher = (root: TreeNode, turn: PlayerId | 'chance') => turn === root.turn;
