import type { Found, RecordLine, RecordNode, Remark, State } from '../engine/types';
import { isFound } from './found';

/** A position of a game as a node: the move that led to it, and what was played from it, the main line first. */
export interface Node {
  id: number;
  move: string | null;
  parent: Node | null;
  children: Node[];
  remark?: Remark;
  glyphs?: number[];
  /** What the computer's search found before it made this move. */
  found?: Found[];
  /** What the engine says of the position, once it was asked. */
  state?: State;
}

/** A game with its variations. */
export class Tree {
  readonly root: Node = { id: 0, move: null, parent: null, children: [] };
  #count = 0;

  /** The node after a move: the one there is, or a new variation. */
  add(parent: Node, move: string): Node {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const node: Node = { id: ++this.#count, move, parent, children: [] };
    parent.children.push(node);
    return node;
  }

  /** Makes the line that leads to a node the main line. */
  promote(node: Node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.unshift(...siblings.splice(siblings.indexOf(at), 1));
    }
  }

  /** Takes a node away with all that follows it. */
  remove(node: Node) {
    const siblings = node.parent?.children;
    siblings?.splice(siblings.indexOf(node), 1);
  }

  /** Adds the moves of a record. */
  read(line: RecordLine, parent: Node = this.root) {
    if (line.remark && parent === this.root) parent.remark = line.remark;
    let at = parent;
    for (const { move, glyphs, remark, found, variations } of line.moves) {
      const node = this.add(at, move);
      if (glyphs?.length) node.glyphs = glyphs;
      if (remark) node.remark = remark;
      if (isFound(found)) node.found = found;
      for (const variation of variations ?? []) this.read(variation, at);
      at = node;
    }
  }

  /** Becomes the tree of a record; nodes of moves that are in both stay the same. True if any move came, went or changed its place. */
  become(line: RecordLine): boolean {
    const wanted = new Tree();
    wanted.read(line);
    let changed = false;
    const todo: [Node, Node][] = [[this.root, wanted.root]];
    for (let pair = todo.pop(); pair; pair = todo.pop()) {
      const [node, like] = pair;
      [node.remark, node.glyphs, node.found] = [like.remark, like.glyphs, like.found];
      const before = [...node.children];
      const after = like.children.map((child) => this.add(node, child.move ?? ''));
      node.children.splice(0, node.children.length, ...after);
      changed ||= before.length !== after.length || before.some((child, at) => child !== after[at]);
      after.forEach((child, at) => todo.push([child, like.children[at] as Node]));
    }
    return changed;
  }

  /** Whether a node is still part of the tree. */
  has(node: Node): boolean {
    let at = node;
    while (at.parent?.children.includes(at)) at = at.parent;
    return at === this.root;
  }

  /** The moves as a record holds them. */
  write(): RecordLine {
    return { remark: this.root.remark, moves: lineFrom(this.root) };
  }

  /** Follows moves from the root as far as they are known. */
  find(moves: string[]): Node {
    let at: Node = this.root;
    for (const move of moves) {
      const next = at.children.find((child) => child.move === move);
      if (!next) break;
      at = next;
    }
    return at;
  }
}

function lineFrom(parent: Node): RecordNode[] {
  const moves: RecordNode[] = [];
  for (let at = parent; at.children.length > 0; at = at.children[0] as Node) {
    const [first, ...others] = at.children as [Node, ...Node[]];
    moves.push({ ...recordNode(first), variations: others.map((other) => ({ moves: [recordNode(other), ...lineFrom(other)] })) });
  }
  return moves;
}

function recordNode({ move, glyphs, remark, found }: Node): RecordNode {
  return { move: move ?? '', glyphs, remark, found };
}

/** The nodes from the first move to this one. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

/** The moves that lead to a node. */
export function movesTo(node: Node): string[] {
  return pathTo(node).map(({ move }) => move ?? '');
}

/** The nodes that follow on the main line. */
export function mainline(from: Node): Node[] {
  const line: Node[] = [];
  for (let at = from.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** The last position of the line that goes on from a node. */
export function tip(node: Node): Node {
  return node.children[0] ? tip(node.children[0]) : node;
}
