// One game of which two states were kept: no move of either is lost.

import type { Saved } from './store';
import { mainline, Tree, type Node } from './tree';

export interface Merged {
  saved: Saved;
  /** The second state had moves that the first has not. */
  added: boolean;
  /** Some of them go on from the same point as the first: they have become a variation. */
  forked: boolean;
}

const line = (tree: Tree) => mainline(tree.root).map(({ move }) => move);

/** The first state with whatever else is in the second. Where both go on from one point, the first has the main line. */
export function merge(first: Saved, second: Saved): Merged {
  const [tree, other] = [new Tree(), new Tree()];
  tree.read(first.record);
  other.read(second.record);
  const before = line(tree);
  const added = graft(tree, other);
  const after = line(tree);
  const theirs = line(other);
  const forked = theirs.some((move, ply) => after[ply] !== move);
  // What is said of the end, the clocks and the position belongs to the line that goes further.
  const further = after.length > before.length ? second : first;
  const { result } = further.record;
  const saved: Saved = {
    ...first,
    when: Math.max(first.when, second.when),
    at: further.at,
    clock: further.clock,
    ended: further.ended ?? (added ? null : second.ended),
    review: first.review ?? second.review,
    ...(first.helped || second.helped ? { helped: true } : {}),
    record: { ...first.record, result: result === '*' && !added && !forked ? second.record.result : result, ...tree.write() },
  };
  return { saved, added, forked: added && forked };
}

/** Adds what is only in the other tree; true if there was anything. */
function graft(tree: Tree, other: Tree): boolean {
  let added = false;
  const todo: [Node, Node][] = [[tree.root, other.root]];
  for (let pair = todo.pop(); pair; pair = todo.pop()) {
    const [into, from] = pair;
    if (!into.remark && from.remark) into.remark = from.remark;
    if (!into.glyphs?.length && from.glyphs) into.glyphs = from.glyphs;
    into.found ??= from.found;
    for (const child of from.children) {
      const known = into.children.length;
      todo.push([tree.add(into, child.move ?? ''), child]);
      added ||= into.children.length > known;
    }
  }
  return added;
}

/** Whether two states hold the same game, wherever in it one looks. */
export function isSame(a: Saved, b: Saved): boolean {
  const text = ({ record, ended, review }: Saved) => JSON.stringify([tidy(record), ended ?? null, review ?? null]);
  return text(a) === text(b);
}

/** The same record whatever wrote it: what is absent and what is empty are one. */
function tidy(record: Saved['record']): unknown {
  const { game, options, position, tags, result } = record;
  const tree = new Tree();
  tree.read(record);
  const ordered = (pairs: Record<string, string>) => Object.entries(pairs).sort(([a], [b]) => (a < b ? -1 : 1));
  return [game, ordered(options), position ?? null, ordered(tags), result, JSON.parse(JSON.stringify(tree.write(), (_, value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value)))];
}
