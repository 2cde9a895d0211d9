import { expect, test } from 'vitest';

import type { Counter, PlayerId } from '../../src/engine/types';
import { nearestFirst, nearness, standing } from '../../src/parts/standing';

const counter = (player: PlayerId | null, name: string, value: number, target: number | null): Counter => ({ player, name, value, target });
const counters = [
  counter('one', 'value', 9, null),
  counter('one', 'goods: value', 55, 220),
  counter('one', 'body: bodies', 3, 9),
  counter('two', 'goods: value', 300, 420),
  counter('two', 'body: bodies', 1, 14),
  counter(null, 'quiet plies', 2, 100),
];

test('victories stand with the nearest first, for one side or for both', () => {
  const { victories } = standing(counters);
  const names = (player?: PlayerId) => nearestFirst(victories, player).map(({ name }) => name);
  expect(names()).toEqual(['goods', 'body']);
  expect(names('one')).toEqual(['body', 'goods']);
  expect(names('two')).toEqual(['goods', 'body']);
});

test('equally near ones stay in order, and what a side cannot reach is far', () => {
  const { victories } = standing([counter('one', 'captures', 0, 4), counter('one', 'points', 0, 25), counter('two', 'points', 5, 25)]);
  expect(nearestFirst(victories, 'one').map(({ name }) => name)).toEqual(['captures', 'points']);
  expect(nearestFirst(victories, 'two').map(({ name }) => name)).toEqual(['points', 'captures']);
  expect(nearness([])).toBe(0);
});
