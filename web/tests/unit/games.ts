// Kept games to test with.

import type { RecordNode } from '../../src/engine/types';
import type { Saved } from '../../src/game/store';
import { mainline, Tree } from '../../src/game/tree';

export function game(moves: string[], rest: Partial<Saved> = {}): Saved {
  const nodes: RecordNode[] = moves.map((move) => ({ move }));
  return {
    id: 'hex-1',
    when: 1,
    record: { game: 'hex', options: {}, tags: {}, result: '*', moves: nodes },
    at: moves,
    seats: { one: { kind: 'person' }, two: { kind: 'person' } },
    clock: null,
    ended: null,
    ...rest,
  };
}

/** The main line of a game, and all its moves, by the lines that lead to them. */
export function lines({ record }: Saved): { main: string; all: string[] } {
  const tree = new Tree();
  tree.read(record);
  const all: string[] = [];
  const walk = (node: typeof tree.root, path: string[]) => {
    for (const child of node.children) {
      const here = [...path, child.move ?? ''];
      all.push(here.join(' '));
      walk(child, here);
    }
  };
  walk(tree.root, []);
  return { main: mainline(tree.root).map(({ move }) => move).join(' '), all: all.sort() };
}
