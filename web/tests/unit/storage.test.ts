import { afterEach, describe, expect, test, vi } from 'vitest';

import kept from '../fixtures/kept.json' with { type: 'json' };
import { openBrowser, openTab } from './browser';
import { game, lines } from './games';

const GAMES = Object.keys(kept).filter((key) => key.startsWith('agon/game/'));
// Each tab reads the modules anew, which takes its time on a machine that is busy.
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => vi.unstubAllGlobals());

const raw = (key: string) => (kept as Record<string, string>)[key] ?? '';
/** Waits until a tab has written what it has to write. */
const quiet = async (tab: Awaited<ReturnType<typeof openTab>>) => {
  while (tab.writing.size > 0) await Promise.all(tab.writing.values());
};

describe('games that an older version kept', () => {
  test('are carried over, once and whole', async () => {
    const entries = openBrowser(kept);
    const tab = await openTab();
    const { games, damaged } = await tab.everything('');
    expect(games.map(({ id }) => `agon/game/${id}`).sort()).toEqual([...GAMES].sort());
    expect(damaged).toEqual([]);
    for (const { rev, ...saved } of games) expect([rev, saved]).toEqual([1, JSON.parse(raw(`agon/game/${saved.id}`))]);
    expect(Object.keys(entries).filter((key) => key.startsWith('agon/game/'))).toEqual([]);
    expect((await tab.current('hex'))?.id).toBe(raw('agon/current/hex'));
    expect((await (await openTab()).everything('')).games).toEqual(games);
  });
  test('stay where they are until they have been read back', async () => {
    const entries = openBrowser(kept);
    const { IDBObjectStore } = await import('fake-indexeddb');
    // A disk that takes everything and keeps nothing.
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => ({}) as ReturnType<typeof IDBObjectStore.prototype.put>);
    await (await openTab()).ready();
    expect(put).toHaveBeenCalledTimes(GAMES.length);
    put.mockRestore();
    expect(GAMES.filter((key) => entries.getItem(key) !== raw(key))).toEqual([]);
    const { games } = await (await openTab()).everything('');
    expect(games).toHaveLength(GAMES.length);
  });
  test('that cannot be read are set aside as they are, and the others are there', async () => {
    const bad = { 'agon/game/hex-cut': raw(GAMES[0]!).slice(0, 90), 'agon/game/hex-odd': '{"id":"hex-odd","record":7}', 'agon/game/hex-none': 'null' };
    const entries = openBrowser({ ...kept, ...bad });
    const tab = await openTab();
    const { games, damaged } = await tab.kept('hex');
    expect(games).toHaveLength(1);
    expect(Object.fromEntries(damaged.map(({ key, raw }) => [key, raw]))).toEqual(bad);
    expect(Object.keys(bad).filter((key) => entries.getItem(key) !== null)).toEqual([]);
    expect((await (await openTab()).kept('hex')).damaged).toHaveLength(3);
  });
});

describe('a game that is played', () => {
  test('is kept at once, and the last state counts', async () => {
    openBrowser();
    const tab = await openTab();
    const keeper = new tab.Keeper('hex-1', 0, () => {});
    for (const moves of [['a'], ['a', 'b'], ['a', 'b', 'c']]) keeper.save(game(moves));
    await quiet(tab);
    const other = await openTab();
    expect(lines((await other.current('hex'))!).main).toBe('a b c');
    expect(tab.notices.notice.now).toBeNull();
  });
  test('goes where there is room while there is no database, and into it later', async () => {
    const entries = openBrowser();
    const factory = globalThis.indexedDB;
    vi.stubGlobal('indexedDB', undefined);
    const tab = await openTab();
    const keeper = new tab.Keeper('hex-1', 0, () => {});
    keeper.save(game(['a']));
    await quiet(tab);
    expect(entries.getItem('agon/game/hex-1')).not.toBeNull();
    expect((await tab.kept('hex')).games).toHaveLength(1);
    expect(tab.notices.notice.now).toBeNull();
    vi.stubGlobal('indexedDB', factory);
    const later = await openTab();
    expect(lines((await later.current('hex'))!).main).toBe('a');
    expect(entries.getItem('agon/game/hex-1')).toBeNull();
  });
  test('lasts for the visit where nothing can be kept, and that is said', async () => {
    const forbidden = () => {
      throw new DOMException('no', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    vi.stubGlobal('indexedDB', { open: forbidden });
    const tab = await openTab();
    new tab.Keeper('hex-1', 0, () => {}).save(game(['a']));
    await quiet(tab);
    expect(lines((await tab.current('hex'))!).main).toBe('a');
    expect((await tab.kept('hex')).games).toHaveLength(1);
    expect(tab.notices.notice.now).toEqual({ kind: 'blocked', what: ['games'] });
    tab.notices.close();
    new tab.Keeper('hex-2', 0, () => {}).save(game(['b'], { id: 'hex-2' }));
    await quiet(tab);
    expect(tab.notices.notice.now).toBeNull();
    const [file] = [JSON.parse(await tab.backup()) as { games: unknown[] }];
    expect(file.games).toHaveLength(2);
  });
  test('does not take the place of an entry that cannot be read', async () => {
    openBrowser();
    const tab = await openTab();
    const opened = (await tab.ready())!;
    await tab.transaction(opened, ['games'], 'readwrite', (tx) => void tx.objectStore('games').put({ id: 'hex-1', record: 'x' }));
    expect((await tab.kept('hex')).damaged).toEqual([{ key: 'agon/game/hex-1', raw: '{"id":"hex-1","record":"x"}' }]);
    new tab.Keeper('hex-1', 0, () => {}).save(game(['a']));
    await quiet(tab);
    const { games, damaged } = await tab.kept('hex');
    expect([games.length, damaged]).toEqual([1, [{ key: 'agon/game/hex-1', raw: '{"id":"hex-1","record":"x"}' }]]);
  });
  test('is written whole or not at all', async () => {
    openBrowser();
    const tab = await openTab();
    const opened = (await tab.ready())!;
    await tab.write(opened, [game(['a'])]);
    const broken = game(['x'], { id: 'hex-2' });
    Object.assign(broken, { clock: { left: { one: 1, two: 1 }, control: { minutes: 1, increment: () => {} } } });
    await expect(tab.write(opened, [game(['a', 'b'], { rev: 1 }), broken])).rejects.toThrow();
    expect((await tab.everything('')).games.map((saved) => lines(saved).main)).toEqual(['a']);
  });
});

describe('two tabs', () => {
  const both = async () => {
    openBrowser();
    const [one, two] = [await openTab(), await openTab()];
    const heard: string[][] = [[], []];
    const keepers = [one, two].map((tab, at) => new tab.Keeper('hex-1', 0, (saved) => heard[at]?.push(lines(saved).main)));
    return { one, two, heard, first: keepers[0]!, second: keepers[1]! };
  };
  test('the second hears what the first did', async () => {
    const { one, heard, first } = await both();
    first.save(game(['a']));
    await quiet(one);
    await expect.poll(() => heard).toEqual([[], ['a']]);
  });
  test('moves made in both at once are all kept, and both know of them', async () => {
    const { one, two, heard, first, second } = await both();
    first.save(game(['a']));
    await quiet(one);
    await expect.poll(() => heard[1]).toEqual(['a']);
    first.save(game(['a', 'b']));
    second.save(game(['a', 'c']));
    second.save(game(['a', 'c', 'd']));
    await Promise.all([quiet(one), quiet(two)]);
    const saved = (await (await openTab()).load('hex-1'))!;
    expect(lines(saved)).toEqual({ main: 'a b', all: ['a', 'a b', 'a c', 'a c d'] });
    expect(two.notices.notice.now?.kind).toBe('forked');
    expect(one.notices.notice.now).toBeNull();
    await expect.poll(() => [heard[0]?.at(-1), heard[1]?.at(-1)]).toEqual(['a b', 'a b']);
    // Both go on from what is kept now.
    second.save({ ...saved, record: { ...saved.record, moves: [...saved.record.moves, { move: 'e' }] } });
    await quiet(two);
    expect(lines((await one.load('hex-1'))!).main).toBe('a b e');
  });
  test('without a database both are kept too', async () => {
    const { one, two, first, second } = await both();
    vi.stubGlobal('indexedDB', undefined);
    first.save(game(['a', 'b']));
    await quiet(one);
    second.save(game(['a', 'c']));
    await quiet(two);
    expect(lines((await one.load('hex-1'))!).all).toEqual(['a', 'a b', 'a c']);
  });
});

describe('the schema', () => {
  const hold = (version: number) =>
    new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open('agon', version);
      request.onsuccess = () => done(request.result);
    });
  test('of a newer version is read and not touched, and that is said', async () => {
    openBrowser();
    const before = await openTab();
    await before.write((await before.ready())!, [game(['a'])]);
    (await hold(7)).close();
    const tab = await openTab();
    expect((await tab.kept('hex')).games).toHaveLength(1);
    expect(tab.notices.notice.now).toEqual({ kind: 'newer', what: [] });
    new tab.Keeper('hex-1', 1, () => {}).save(game(['a', 'b']));
    await quiet(tab);
    const db = await hold(7);
    const stored = await new Promise<unknown>((done) => {
      const request = db.transaction('games').objectStore('games').get('hex-1');
      request.onsuccess = () => done(request.result);
    });
    expect(stored).toEqual({ ...game(['a']), rev: 1 });
    expect(lines((await tab.load('hex-1'))!).main).toBe('a b');
  });
  test('gives way when another tab wants to change it', async () => {
    openBrowser();
    const tab = await openTab();
    await tab.ready();
    (await hold(7)).close();
    new tab.Keeper('hex-1', 0, () => {}).save(game(['a']));
    await quiet(tab);
    expect(tab.notices.notice.now?.kind).toBe('newer');
    expect(lines((await tab.load('hex-1'))!).main).toBe('a');
  });
  test('waits for a tab that does not give way, says so, and goes on', async () => {
    openBrowser();
    const held = await hold(1);
    const tab = await openTab();
    const coming = tab.database(2);
    await expect.poll(() => tab.notices.notice.now?.kind).toBe('waiting');
    held.close();
    expect((await coming)?.readOnly).toBe(false);
    expect(tab.notices.notice.now).toBeNull();
  });
});

describe('settings and progress', () => {
  test('that make no sense are set aside, once, and the rest counts', async () => {
    const entries = openBrowser({
      'agon/settings': '{"theme":"purple","sound":false}',
      'agon/puzzles/hex': '["a",',
      'agon/lesson/hex': '"three"',
      'agon/wishes/hex': '{"level":"high"}',
    });
    const tab = await openTab();
    const { keptSettings, settings } = await import('../../src/settings.svelte');
    const { solvedIn, remember } = await import('../../src/puzzles/solved');
    const { lessonIn } = await import('../../src/lessons/progress');
    expect(settings).toMatchObject({ theme: 'system', sound: false });
    expect([keptSettings().sound, solvedIn('hex').size, lessonIn('hex')]).toEqual([false, 0, 0]);
    remember('hex', ['b']);
    expect(entries.getItem('agon/puzzles/hex')).toBe('["b"]');
    const aside = () => tab.local.setAsides().map(({ key, raw }) => [key, raw]).sort();
    expect(aside()).toEqual([
      ['agon/lesson/hex', '"three"'],
      ['agon/puzzles/hex', '["a",'],
      ['agon/settings', '{"theme":"purple","sound":false}'],
    ]);
    expect(await tab.damagedEntries()).toHaveLength(3);
  });
  test('what another tab solved meanwhile is not forgotten', async () => {
    const entries = openBrowser();
    const { remember } = await import('../../src/puzzles/solved');
    remember('hex', ['a']);
    entries.setItem('agon/puzzles/hex', '["a","b"]');
    remember('hex', ['a', 'c']);
    expect(JSON.parse(entries.getItem('agon/puzzles/hex') ?? '')).toEqual(['a', 'b', 'c']);
  });
});
