import { afterEach, describe, expect, test, vi } from 'vitest';

import kept from '../fixtures/kept.json' with { type: 'json' };
import { openBrowser, openTab } from './browser';
import { game, lines } from './games';

// Each tab reads the modules anew, which takes its time on a machine that is busy.
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => vi.unstubAllGlobals());

const GAMES = Object.keys(kept).filter((key) => key.startsWith('agon/game/')).length;
/** The file that a browser with these entries saves. */
async function fileOf(entries: Record<string, string>): Promise<string> {
  openBrowser(entries);
  return (await openTab()).backup();
}

describe('a backup', () => {
  test('brings everything to an empty browser, and nothing twice', async () => {
    const text = await fileOf({ ...kept, 'agon/lessons/hex': '["The goal"]', 'agon/settings': '{"theme":"dark","when":5}' });
    openBrowser();
    const tab = await openTab();
    const first = await tab.restore(text);
    expect(first).toEqual({ games: GAMES, continued: 0, known: 0, puzzles: 1, lessons: 1, results: 0, settings: true, damaged: 0 });
    const again = await tab.restore(text);
    expect(again).toMatchObject({ games: 0, continued: 0, known: GAMES, puzzles: 0, lessons: 0 });
    const [one, two] = [text, await (await openTab()).backup()].map((file) => JSON.parse(file) as Record<string, unknown>);
    for (const name of ['format', 'version', 'games', 'puzzles', 'wishes', 'damaged']) expect(two?.[name], name).toEqual(one?.[name]);
    expect(two?.['lessons']).toMatchObject({ crosphere: { at: 1, finished: [] }, hex: { finished: ['The goal'] } });
  });
  test('adds to what is here, and overwrites nothing that is newer', async () => {
    openBrowser();
    const there = await openTab();
    await there.write((await there.ready())!, [game(['a', 'b'], { when: 5 }), game(['x', 'y', 'z'], { id: 'hex-2', when: 50 })]);
    const text = await there.backup();
    const entries = openBrowser({ 'agon/puzzles/hex': '["p"]', 'agon/lesson/hex': '4', 'agon/settings': '{"theme":"dark","when":9}' });
    const here = await openTab();
    await here.write((await here.ready())!, [game(['a', 'c'], { when: 7 }), game(['x'], { id: 'hex-2', when: 3 })]);
    const file = { ...JSON.parse(text), puzzles: { hex: ['p', 'q'] }, lessons: { hex: { at: 1, finished: ['The goal'] } }, settings: { theme: 'light', when: 8 } };
    const brought = await here.restore(JSON.stringify(file));
    expect(brought).toEqual({ games: 0, continued: 2, known: 0, puzzles: 1, lessons: 1, results: 0, settings: false, damaged: 0 });
    expect(lines((await here.load('hex-1'))!)).toEqual({ main: 'a c', all: ['a', 'a b', 'a c'] });
    expect(lines((await here.load('hex-2'))!).main).toBe('x y z');
    expect([entries.getItem('agon/lesson/hex'), JSON.parse(entries.getItem('agon/settings') ?? '').theme]).toEqual(['4', 'dark']);
  });
  test('carries damaged entries as they are', async () => {
    const text = await fileOf({ 'agon/game/hex-cut': '{"id":"hex-c', 'agon/settings': '[]' });
    const { damaged } = JSON.parse(text) as { damaged: unknown };
    expect(damaged).toEqual([
      { key: 'agon/game/hex-cut', raw: '{"id":"hex-c' },
      { key: 'agon/settings', raw: '[]' },
    ]);
    openBrowser();
    const tab = await openTab();
    await tab.restore(text);
    expect(await tab.damagedEntries()).toEqual(damaged);
  });
  test('brings what it can when an entry makes no sense, and sets that aside', async () => {
    openBrowser();
    const tab = await openTab();
    const file = { format: 'agon-backup', version: 1, games: [game(['a']), { id: 'hex-9' }, 7], puzzles: { hex: 'all' } };
    expect(await tab.restore(JSON.stringify(file))).toMatchObject({ games: 1, damaged: 3 });
    expect((await tab.damagedEntries()).map(({ raw }) => raw)).toEqual(['{"id":"hex-9"}', '7', '"all"']);
  });
  test.each([
    ['', 'notJson'],
    ['{"format":"agon-backup","version":1,"games":[{"id"', 'notJson'],
    ['[Game "hex"]', 'notJson'],
    ['[]', 'notBackup'],
    ['null', 'notBackup'],
    ['{"format":"other","version":1}', 'notBackup'],
    ['{"format":"agon-backup"}', 'broken'],
    ['{"format":"agon-backup","version":1,"games":{}}', 'broken'],
    ['{"format":"agon-backup","version":1,"lessons":[]}', 'broken'],
    ['{"format":"agon-backup","version":2,"games":[]}', 'newer'],
  ])('that is none is refused: %s', async (text, why) => {
    openBrowser();
    const tab = await openTab();
    await expect(tab.restore(text)).rejects.toMatchObject({ why });
    expect((await tab.everything('')).games).toEqual([]);
  });
});
