import type { Score, TreeNode } from '../engine/types';
import { percent, points } from '../language/format';
import { text } from '../strings';

/** A score as a person reads it, from the searcher's side. */
export function worth(score: Score): string {
  if (score.kind === 'cp') return points(score.value);
  return score.kind === 'win' ? text.explore.win(score.plies) : text.explore.loss(score.plies);
}

/** The same for a drawing: a win in three is `#3`. */
export function brief(score: Score): string {
  return score.kind === 'cp' ? points(score.value) : `${score.kind === 'win' ? '' : '\u2212'}#${score.plies}`;
}

const BOUNDS = { exact: '', atLeast: '≥ ', atMost: '≤ ' };

/** Whether a node's value is only known from one side, as a sign before it. */
export const bound = (node: TreeNode): string => BOUNDS[node.bound ?? 'exact'];

/** What is known of a node, in a few signs. */
export function value(node: TreeNode): string {
  if (node.skipped) return text.explore.skipped;
  if (node.visits !== undefined) return `${node.visits} × ${percent(node.chance ?? 0.5)}`;
  return node.score ? bound(node) + worth(node.score) : '';
}

/** The bounds between which a node's value mattered, when it was reached. */
export function windowText(window: [Score | null, Score | null]): string {
  const [low, high] = window;
  return `${low ? worth(low) : '−∞'} … ${high ? worth(high) : '∞'}`;
}
