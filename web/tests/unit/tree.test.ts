import { expect, test } from 'vitest';

import type { RecordLine } from '../../src/engine/types';
import { mainline, movesTo, Tree } from '../../src/game/tree';

const record: RecordLine = {
  moves: [
    { move: 'a', variations: [{ moves: [{ move: 'x' }, { move: 'y' }] }] },
    { move: 'b', remark: { text: 'well played' }, glyphs: [1] },
  ],
};

test('a record becomes a tree and the same record again', () => {
  const tree = new Tree();
  tree.read(record);
  expect(mainline(tree.root).map(({ move }) => move)).toEqual(['a', 'b']);
  expect(JSON.parse(JSON.stringify(tree.write()))).toEqual({
    moves: [
      { move: 'a', variations: [{ moves: [{ move: 'x' }, { move: 'y', variations: [] }] }] },
      { move: 'b', remark: { text: 'well played' }, glyphs: [1], variations: [] },
    ],
  });
});

test('playing a known move goes to it, another becomes a variation', () => {
  const tree = new Tree();
  tree.read(record);
  const known = tree.find(['a', 'b']);
  expect(tree.add(tree.find(['a']), 'b')).toBe(known);
  const fresh = tree.add(tree.find(['a']), 'c');
  expect(movesTo(fresh)).toEqual(['a', 'c']);
  tree.promote(fresh);
  expect(mainline(tree.root).map(({ move }) => move)).toEqual(['a', 'c']);
  tree.remove(fresh);
  expect(mainline(tree.root).map(({ move }) => move)).toEqual(['a', 'b']);
});
