// Where the nodes of a drawn tree go.

import type { TreeNode } from '../engine/types';

/** A node in its place. */
export interface Spot {
  node: TreeNode;
  path: TreeNode[];
  /** Its name in every tree of this position. */
  key: string;
  parent: Spot | null;
  x: number;
  y: number;
  /** Nothing of what is below it is drawn. */
  isLeaf: boolean;
  /** It has moves that are not drawn. */
  isFolded: boolean;
}

/** A tree that has been laid out. */
export interface Drawing {
  spots: Spot[];
  width: number;
  height: number;
  /** Pixels between two leaves. */
  gap: number;
  /** It grows from left to right. */
  flat: boolean;
}

/** More leaves than this are not drawn at once: only what is on the way to the node in question. */
const MOST_LEAVES = 90;

const leavesOf = (node: TreeNode): number => node.children.reduce((sum, child) => sum + leavesOf(child), 0) || 1;
const depthOf = (node: TreeNode): number => 1 + Math.max(0, ...node.children.map(depthOf));

export interface Room {
  width: number;
  height: number;
  flat: boolean;
  /** The least number of pixels between two leaves. */
  least: number;
}

/** Lays a tree out in so much room; it is longer if its leaves need more. */
export function layOut(root: TreeNode, { width, height, flat, least }: Room, open: TreeNode[]): Drawing {
  const small = leavesOf(root) <= MOST_LEAVES;
  // What stands beside the last node has room too.
  const aside = flat ? 8 : 36;
  const along = (flat ? height : width) - aside;
  const across = flat ? width : height;
  const spots: Spot[] = [];
  let slots = 0;
  let deepest = 0;
  const place = (node: TreeNode, before: TreeNode[], parent: Spot | null): Spot => {
    const path = [...before, node];
    const isFolded = !small && !open.includes(node) && node.children.length > 0;
    const children = isFolded ? [] : node.children;
    const spot: Spot = { node, path, key: path.flatMap(({ move }) => move ?? []).join(' '), parent, x: 0, y: before.length, isLeaf: children.length === 0, isFolded };
    spots.push(spot);
    deepest = Math.max(deepest, before.length);
    const below = children.map((child) => place(child, path, spot));
    const [first, last] = [below[0], below.at(-1)];
    spot.x = first && last ? (first.x + last.x) / 2 : slots++ + 0.5;
    return spot;
  };
  place(root, [], null);
  const gap = Math.max(least, along / Math.max(1, slots));
  const levels = Math.max(deepest, 1);
  // Room for a mark and its value at either end.
  const [head, foot] = flat ? [16, 64] : [18, 30];
  const level = Math.max(24, (across - head - foot) / levels);
  for (const spot of spots) {
    const [a, b] = [spot.x * gap, head + spot.y * level];
    [spot.x, spot.y] = flat ? [b, a] : [a, b];
  }
  const [long, deep] = [slots * gap + aside, head + levels * level + foot];
  return { spots, width: flat ? deep : long, height: flat ? long : deep, gap, flat };
}

/** How deep a tree is. */
export const plies = (root: TreeNode) => depthOf(root) - 1;
