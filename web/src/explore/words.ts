import type { Score, TreeNode } from '../engine/types';
import { percent, points } from '../language/format';
import { text } from '../strings';

/** A score as a person reads it, from the searcher's side. */
export function worth(score: Score): string {
  if (score.kind === 'cp') return points(score.value);
  return score.kind === 'win' ? text.explore.win(score.plies) : text.explore.loss(score.plies);
}

const BOUNDS = { exact: '', atLeast: '≥ ', atMost: '≤ ' };

/** What is known of a node, in a few signs. */
export function value(node: TreeNode): string {
  if (node.skipped) return text.explore.skipped;
  if (node.visits !== undefined) return `${node.visits} × ${percent(node.chance ?? 0.5)}`;
  return node.score ? BOUNDS[node.bound ?? 'exact'] + worth(node.score) : '';
}

/** The bounds between which a node's value mattered, when it was reached. */
export function windowText(window: [Score | null, Score | null]): string {
  const [low, high] = window;
  return `${low ? worth(low) : '−∞'} … ${high ? worth(high) : '∞'}`;
}
