import { expect, test } from 'vitest';

import { accuracy, faultOf, lost, type Judged } from '../../src/analysis/judge';
import { clockText } from '../../src/game/time';
import { nearness, standing } from '../../src/parts/standing';

test('lost chances are counted from the mover, and named', () => {
  expect(lost('one', 0.7, 0.4)).toBeCloseTo(0.3);
  expect(lost('two', 0.7, 0.4)).toBe(0);
  expect(lost('two', 0.4, 0.6)).toBeCloseTo(0.2);
  expect(lost('chance', 0.4, 0.9)).toBe(0);
  expect([0.05, 0.1, 0.2, 0.3].map(faultOf)).toEqual([null, 'inaccuracy', 'mistake', 'blunder']);
});

test('accuracy falls with what is lost', () => {
  const move = (loss: number) => ({ player: 'one', loss }) as Judged;
  expect(accuracy([], 'one')).toBe(null);
  expect(accuracy([move(0)], 'one')).toBeCloseTo(100);
  expect(accuracy([move(0), move(0.3)], 'one')).toBeLessThan(65);
});

test('clocks show tenths when little is left', () => {
  expect([600_000, 65_000, 9_940, 0].map(clockText)).toEqual(['10:00', '1:05', '0:09.9', '0:00.0']);
});

test('counters are sorted into totals, victories and what is nobody’s', () => {
  const { totals, victories, shared } = standing([
    { player: 'one', name: 'value', value: 10, target: null },
    { player: 'two', name: 'value', value: 20, target: null },
    { player: 'one', name: 'honour: value', value: 150, target: 300 },
    { player: 'one', name: 'honour: bodies', value: 1, target: 4 },
    { player: null, name: 'quiet', value: 3, target: 100 },
  ]);
  expect(totals).toEqual([{ name: 'value', one: 10, two: 20 }]);
  expect(victories.map(({ name }) => name)).toEqual(['honour']);
  expect(nearness(victories[0]?.sides.one ?? [])).toBe(0.25);
  expect(shared.map(({ name }) => name)).toEqual(['quiet']);
});
