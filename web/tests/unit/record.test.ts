import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { OptionInfo } from '../../src/engine/types';
import { ladder } from '../../src/record/ladder';
import { addResults, areResults, RESULTS, resultsIn, type Result } from '../../src/record/results';
import { asCsv, asJson, summary } from '../../src/record/summary';
import { openBrowser, openTab } from './browser';

const info = { name: 'crosphere', levels: 10, options: [] as OptionInfo[] };
const result = (id: string, rest: Partial<Result> = {}): Result => ({ id, when: Number(id), options: {}, side: 'one', agent: 'level:2', score: 1, reason: 'road', plies: 20, alone: true, ...rest });

beforeEach(() => void openBrowser());

describe('levels as opponents', () => {
  test('are as far apart as was measured', () => {
    const ratings = ladder(info);
    expect(ratings).toHaveLength(10);
    expect(ratings[0]).toBe(1000);
    // 67 % is 123 points.
    expect((ratings[1] ?? 0) - (ratings[0] ?? 0)).toBeCloseTo(123, 0);
    expect(ratings).toEqual([...ratings].sort((a, b) => a - b));
  });
  test('are as far apart as they are meant to be where nobody has measured', () => {
    const ratings = ladder({ name: 'hex', levels: 3 });
    expect(ratings.map(Math.round)).toEqual([1000, 1123, 1246]);
  });
});

describe('results', () => {
  test('count once for each game, and are kept in order', () => {
    addResults('hex', [result('5')]);
    addResults('hex', [result('3'), result('5', { score: 0 }), result('5', { score: 0 })]);
    expect(resultsIn('hex').map(({ id, score }) => [id, score])).toEqual([['3', 1], ['5', 1]]);
  });
  test('that make no sense are set aside', () => {
    localStorage.setItem(`${RESULTS}hex`, '[{"id":"x","score":7}]');
    expect(resultsIn('hex')).toEqual([]);
    expect(localStorage.getItem(`agon/damaged/${RESULTS}hex/0`)).toContain('"score":7');
    expect(areResults([result('1')])).toBe(true);
    for (const wrong of [{ score: 2 }, { when: 'now' }, { side: 'green' }, { options: { a: 1 } }, { alone: 1 }]) expect(areResults([{ ...result('1'), ...wrong }])).toBe(false);
  });
});

describe('a summary', () => {
  const results = [
    result('1', { score: 0, agent: 'level:3' }),
    result('2', { score: 1 }),
    result('3', { score: 0.5, agent: 'jezek-random:playouts=125' }),
    result('4', { alone: false }),
    result('5', { options: { size: '6' } }),
    result('6', { agent: 'level:99' }),
  ];
  test('has the points by opponent, levels first', () => {
    const { all, against } = summary(info, results);
    expect(all).toMatchObject({ won: 4, drawn: 1, lost: 1 });
    expect(against.map(({ agent }) => agent)).toEqual(['level:2', 'level:3', 'level:99', 'jezek-random:playouts=125']);
    expect(against[0]).toMatchObject({ won: 3, drawn: 0, lost: 0 });
  });
  test('rates games against levels by the usual rules and without help, and no others', () => {
    const { steps, rating, level } = summary(info, results);
    expect(steps.map(({ rating }) => rating !== null)).toEqual([true, true, false, false, false, false]);
    expect(rating).toEqual(steps[1]?.rating);
    expect(level).toBeGreaterThanOrEqual(1);
    expect(level).toBeLessThanOrEqual(10);
    expect(summary(info, []).rating).toBeNull();
  });
  test('names the level whose strength is nearest', () => {
    const many = Array.from({ length: 60 }, (_, index) => result(String(index + 1), { agent: 'level:6', score: index % 2 ? 1 : 0 }));
    expect(summary(info, many).level).toBe(6);
  });
  test('is exported as a table and as data', () => {
    const table = [{ info, summary: summary(info, [result('1', { reason: 'a, "b"' }), result('2', { alone: false })]) }];
    const [head, first, second] = asCsv(table).split('\r\n');
    expect(head).toBe('game,when,options,side,agent,level,score,reason,plies,alone,rating,deviation');
    expect(first).toMatch(/^crosphere,1970-01-01T00:00:00\.001Z,,one,level:2,2,1,"a, ""b""",20,1,\d+,\d+$/);
    expect(second).toMatch(/,0,,$/);
    expect(JSON.parse(asJson(table))).toMatchObject({ format: 'agon-results', games: [{ game: 'crosphere', results: [{ id: '1', score: 1 }, { id: '2', rating: null }] }] });
  });
});

test('results are in the backup, and are added when it is read', async () => {
  addResults('hex', [result('1')]);
  vi.stubGlobal('window', { addEventListener: () => {} });
  const one = await openTab();
  const text = await one.backup();
  expect(JSON.parse(text).results).toEqual({ hex: [result('1')] });
  openBrowser({ [`${RESULTS}hex`]: JSON.stringify([result('2')]) });
  const two = await openTab();
  expect((await two.restore(text)).results).toBe(1);
  expect((await two.restore(text)).results).toBe(0);
  expect(resultsIn('hex').map(({ id }) => id)).toEqual(['1', '2']);
  expect((await two.restore(JSON.stringify({ ...JSON.parse(text), results: { hex: [7] } }))).damaged).toBe(1);
});
