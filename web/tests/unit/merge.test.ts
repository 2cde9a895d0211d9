import { describe, expect, test } from 'vitest';

import { isSaved, parseSaved } from '../../src/game/check';
import { isSame, merge } from '../../src/game/merge';
import { join, type Saved } from '../../src/game/store';
import { Tree } from '../../src/game/tree';
import kept from '../fixtures/kept.json' with { type: 'json' };
import { game, lines } from './games';

describe('two states of one game', () => {
  test('that go on from the same point are both kept, the first as the main line', () => {
    const { saved, forked } = merge(game(['a', 'b', 'c']), game(['a', 'b', 'd', 'e']));
    expect(lines(saved)).toEqual({ main: 'a b c', all: ['a', 'a b', 'a b c', 'a b d', 'a b d e'] });
    expect(forked).toBe(true);
  });
  test('of which one goes further are the further one', () => {
    const ended: Saved['ended'] = { winner: 'one', how: 'resigned' };
    const { saved, forked } = merge(game(['a']), game(['a', 'b'], { ended, when: 7 }));
    expect(lines(saved).main).toBe('a b');
    expect(saved).toMatchObject({ at: ['a', 'b'], ended, when: 7 });
    expect(forked).toBe(false);
  });
  test('keep the remarks and marks of both', () => {
    const [one, two] = [game(['a', 'b']), game(['a', 'b'])];
    one.record.moves[0]!.remark = { text: 'mine' };
    two.record.moves[0]!.remark = { text: 'yours' };
    two.record.moves[1]!.glyphs = [4];
    const { moves } = merge(one, two).saved.record;
    expect(moves.map(({ remark, glyphs }) => [remark?.text, glyphs])).toEqual([['mine', undefined], [undefined, [4]]]);
  });
});

describe('what is written', () => {
  test('takes the place of the revision it goes on from', () => {
    const written = join(game(['a', 'b'], { rev: 3 }), game(['a'], { rev: 3 }));
    expect(written).toMatchObject({ news: 'changed', merged: false, saved: { rev: 4 } });
    expect(lines(written.saved).all).toEqual(['a']);
  });
  test('loses nothing when somebody else has written meanwhile', () => {
    const written = join(game(['a', 'b'], { rev: 4 }), game(['a', 'c'], { rev: 3 }));
    expect(written).toMatchObject({ news: 'changed', merged: true, forked: true, saved: { rev: 5 } });
    expect(lines(written.saved)).toEqual({ main: 'a b', all: ['a', 'a b', 'a c'] });
  });
  test('is nothing new when it is written again', () => {
    const stored = game(['a', 'b'], { rev: 4 });
    expect(join(stored, game(['a'], { rev: 3 }))).toMatchObject({ news: 'same', merged: true, saved: stored });
    expect(join(stored, game(['a', 'b'], { rev: 3 }))).toMatchObject({ news: 'same', merged: false, forked: false });
  });
  test('has the main line where it was kept elsewhere for a while', () => {
    const written = join(game(['a', 'b'], { rev: 4 }), game(['a', 'c'], { rev: 9 }));
    expect(written).toMatchObject({ forked: false, saved: { rev: 10 } });
    expect(lines(written.saved)).toEqual({ main: 'a c', all: ['a', 'a b', 'a c'] });
  });
  test('from another browser has the main line if it is newer', () => {
    const [here, there] = [game(['a', 'b'], { rev: 4, when: 10 }), game(['a', 'c'], { rev: 4, when: 11 })];
    expect(lines(join(here, there, true).saved).main).toBe('a c');
    expect(lines(join({ ...here, when: 12 }, there, true).saved).main).toBe('a b');
  });
});

describe('a kept game', () => {
  const entries = Object.entries(kept).filter(([key]) => key.startsWith('agon/game/'));
  test('is known as one', () => {
    expect(entries.length).toBeGreaterThan(4);
    for (const [key, raw] of entries) expect(parseSaved(raw), key).not.toBeNull();
  });
  test('is not anything else', () => {
    const [, raw] = entries.find(([key]) => key.includes('crosphere'))!;
    const whole = JSON.parse(raw) as Record<string, unknown>;
    for (const name of ['id', 'when', 'record', 'at', 'seats']) {
      for (const bad of [undefined, null, 7, 'x', [], {}]) {
        if (typeof bad === typeof whole[name] && !(typeof bad === 'object')) continue;
        if (name === 'at' && Array.isArray(bad)) continue;
        expect(isSaved({ ...whole, [name]: bad }), `${name}: ${JSON.stringify(bad)}`).toBe(false);
      }
    }
    for (let end = 0; end < raw.length; end++) expect(parseSaved(raw.slice(0, end)), `cut at ${end}`).toBeNull();
    for (const bad of ['null', '[]', '7', '"x"', '{}']) expect(parseSaved(bad)).toBeNull();
  });
  test('is itself after being read and written', () => {
    for (const [, raw] of entries) {
      const saved = parseSaved(raw)!;
      expect(isSame(merge(saved, saved).saved, saved)).toBe(true);
    }
  });
});

test('a tree becomes that of a record, and nodes of moves in both stay the same', () => {
  const tree = new Tree();
  tree.read(game(['a', 'b', 'c']).record);
  const [a, b, c] = [tree.find(['a']), tree.find(['a', 'b']), tree.find(['a', 'b', 'c'])];
  const { saved } = merge(game(['a', 'x']), game(['a', 'b']));
  expect(tree.become(saved.record)).toBe(true);
  expect(lines({ ...saved, record: { ...saved.record, ...tree.write() } })).toEqual(lines(saved));
  expect([tree.find(['a']), tree.find(['a', 'b'])]).toEqual([a, b]);
  expect([tree.has(a), tree.has(b), tree.has(c)]).toEqual([true, true, false]);
  expect(tree.become(saved.record)).toBe(false);
});
