// Storage that is blocked, full, damaged, newer or held by another tab: the app works, and nothing is lost.

import { readFile } from 'node:fs/promises';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import kept from '../fixtures/kept.json' with { type: 'json' };
import { SHORT, address } from './games';
import { besides, clear, fill, keptGames, leave } from './kept';
import { expect, moveList, standing, test } from './table';

const hex = SHORT[4]!;
test.use({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });

const line = (page: Page) => page.getByRole('status', { name: 'Storage' });
const press = (page: Page, cell: string) => page.locator(`[data-name="${cell}"]`).click();
const opened = (page: Page) => page.getByRole('button', { name: /^Open: / });
async function start(page: Page, game: string) {
  await page.goto(`/#/${game}`);
  await standing(page);
  await page.getByText('Two people here').click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('region', { name: 'New game' })).toBeHidden();
}
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), path: await download.path(), text: await readFile(await download.path(), 'utf8') };
}

for (const how of ['throws', 'is absent']) {
  test(`where all storage ${how}, games last for the visit and one line says so`, async ({ page }) => {
    await page.addInitScript((how) => {
      for (const name of ['localStorage', 'indexedDB', 'BroadcastChannel']) {
        Object.defineProperty(window, name, {
          get: () => {
            if (how === 'throws') throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    }, how);
    await start(page, 'hex');
    await press(page, 'f6');
    await expect(moveList(page)).toHaveText(['f6']);
    await expect(line(page)).toHaveText(/^This browser keeps nothing here: games, progress, and settings last until you leave\./);
    await expect(page.locator('.status')).toContainText('Blue to move');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
    const { text } = await saved(page, () => line(page).getByRole('button', { name: 'Save to a file' }).click());
    expect(JSON.parse(text).games.map((game: { at: string[] }) => game.at)).toEqual([['f6']]);
    await line(page).getByRole('button', { name: 'Close' }).click();
    await expect(line(page)).toBeEmpty();
    await press(page, 'g4');
    await page.getByRole('link', { name: 'Agon: All games' }).click();
    await page.getByRole('link', { name: 'Hex', exact: true }).first().click();
    await expect(moveList(page)).toHaveText(['f6', 'g4']);
    await expect(line(page)).toBeEmpty();
    for (const tab of ['Learn', 'Puzzles', 'Rules']) {
      await page.getByRole('link', { name: tab, exact: true }).first().click();
      await expect(page.locator('main')).not.toBeEmpty();
    }
  });
}

test('where only localStorage is blocked, games are kept', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => undefined }));
  await start(page, 'hex');
  await press(page, 'f6');
  await expect.poll(async () => (await keptGames(page))[0]?.at).toEqual(['f6']);
  await expect(line(page)).toHaveText(/: progress and settings last until you leave/);
  await page.reload();
  await expect(moveList(page)).toHaveText(['f6']);
});

test('where only the database is blocked, games are kept, and in the database once it is there', async ({ page, context }) => {
  const blocked = await context.newPage();
  await blocked.addInitScript(() => Object.defineProperty(window, 'indexedDB', { get: () => undefined }));
  await start(blocked, 'hex');
  await press(blocked, 'f6');
  await expect(moveList(blocked)).toHaveText(['f6']);
  await blocked.reload();
  await expect(moveList(blocked)).toHaveText(['f6']);
  await expect(line(blocked)).toBeEmpty();
  await blocked.close();
  await page.goto('/#/hex');
  await expect(moveList(page)).toHaveText(['f6']);
  await expect.poll(async () => (await keptGames(page)).map(({ at }) => at)).toEqual([['f6']]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('agon/game/')))).toEqual([]);
});

test('when storage is full play goes on, a line says so and saves everything, and what was missed is kept when there is room', async ({ page, context, baseURL }) => {
  await besides(page);
  const cdp = await context.newCDPSession(page);
  // Before anything is written: Chromium looks again at what is left only every half minute.
  const quota = (quotaSize?: number) => cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(baseURL!).origin, ...(quotaSize === undefined ? {} : { quotaSize }) });
  await quota(1);
  await page.goto('/#/hex');
  await standing(page);
  await fill(page);
  await page.getByText('Two people here').click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('region', { name: 'New game' })).toBeHidden();
  await press(page, 'f6');
  await press(page, 'g4');
  await expect(moveList(page)).toHaveText(['f6', 'g4']);
  await expect(line(page)).toHaveText(/^This browser’s storage is full: new games and settings last until you leave\./);
  await expect(page.locator('.status')).toContainText('Red to move');
  const { text, name } = await saved(page, () => line(page).getByRole('button', { name: 'Save to a file' }).click());
  expect(name).toMatch(/^agon-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(text).games.map((game: { at: string[] }) => game.at)).toEqual([['f6', 'g4']]);
  await line(page).getByRole('button', { name: 'Close' }).click();
  // A new game begins all the same.
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(moveList(page)).toHaveCount(0);
  await press(page, 'c3');
  await expect(moveList(page)).toHaveText(['c3']);
  await expect(line(page)).toBeEmpty();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('agon/game/')))).toEqual([]);
  await quota();
  await clear(page);
  await press(page, 'd3');
  await expect.poll(async () => (await keptGames(page)).map(({ at }) => at.join(' '))).toContain('c3 d3');
});

test('games and settings of the version before are carried over', async ({ page }) => {
  await leave(page, kept);
  await page.goto('/#/crosphere');
  await expect(moveList(page)).toHaveText(['Wa1', 'Wb1', 'Wc3']);
  await expect(page.locator('.variation')).toContainText('Wb3');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/#/rhythmomachy');
  await expect(moveList(page).nth(2)).toHaveText(/f1g2\s*\?\?/);
  await page.goto('/#/andantino');
  await expect(page.locator('.remark')).toHaveText('a good start');
  await page.goto('/#/connect4');
  await expect(page.locator('.status')).toContainText('Red resigns: Yellow wins');
  await page.goto('/#/andantino/puzzles');
  await expect(page.getByText(/^1 of \d+ solved/)).toBeVisible();
  await page.goto('/#/crosphere/learn');
  await expect(page.getByText(/^2 of \d+/)).toBeVisible();
  const games = Object.keys(kept).filter((key) => key.startsWith('agon/game/'));
  expect((await keptGames(page)).map(({ id }) => `agon/game/${id}`).sort()).toEqual(games.sort());
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('agon/game/')))).toEqual([]);
});

test('damaged entries are set aside, the rest works, and they can be saved as they are', async ({ page }) => {
  const bad = {
    'agon/game/crosphere-cut': '{"id":"crosphere-cut","when":17',
    'agon/game/crosphere-odd': '{"id":"crosphere-odd","when":1,"record":{"moves":[null]}}',
    'agon/current/hex': 'hex-nowhere',
    'agon/settings': '{"theme":["dark"],"tempo":140}',
    'agon/wishes/crosphere': '7',
    'agon/puzzles/crosphere': '{}',
    'agon/lesson/crosphere': 'second',
  };
  await leave(page, { ...kept, ...bad, 'agon/current/crosphere': 'crosphere-cut' });
  await page.goto('/#/crosphere');
  await standing(page);
  await expect(moveList(page)).toHaveCount(0);
  await expect(opened(page)).toHaveCount(1);
  await expect(page.getByText('2 entries could not be read. They are kept as they are.')).toBeVisible();
  const { text } = await saved(page, () => page.getByRole('button', { name: 'Save as it is' }).click());
  const raw = (list: { key: string; raw: string }[]) => Object.fromEntries(list.map(({ key, raw }) => [key, raw]));
  expect(raw(JSON.parse(text))).toEqual({ 'agon/game/crosphere-cut': bad['agon/game/crosphere-cut'], 'agon/game/crosphere-odd': bad['agon/game/crosphere-odd'] });
  await opened(page).click();
  await expect(moveList(page)).toHaveText(['Wa1', 'Wb1', 'Wc3']);
  for (const tab of ['learn', 'puzzles']) {
    await page.goto(`/#/crosphere/${tab}`);
    await standing(page);
  }
  await page.goto('/#/hex');
  await standing(page);
  await page.goto('/#/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText('6 entries could not be read.')).toBeVisible();
  const { text: file } = await saved(page, () => page.getByRole('button', { name: 'Save to a file' }).click());
  const { 'agon/current/hex': _, ...aside } = bad;
  expect(raw(JSON.parse(file).damaged)).toEqual(aside);
});

test('everything is saved to one file, and read again in another browser', async ({ page, browser }) => {
  await leave(page, kept);
  await page.goto('/#/crosphere/learn');
  await standing(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Colours').selectOption('light');
  const { path, text } = await saved(page, () => page.getByRole('button', { name: 'Save to a file' }).click());
  expect(JSON.parse(text)).toMatchObject({ format: 'agon-backup', version: 1 });

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const other = await context.newPage();
  await other.goto('/#/');
  await other.getByRole('button', { name: 'Settings' }).click();
  const settings = other.getByRole('dialog', { name: 'Settings' });
  const input = settings.getByLabel('Read from a file');
  await input.setInputFiles(path);
  const count = Object.keys(kept).filter((key) => key.startsWith('agon/game/')).length;
  await expect(settings).toContainText(`Added: ${count} new games, 1 solved puzzle, and settings.`);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  await input.setInputFiles(path);
  await expect(settings).toContainText(`Nothing new. ${count} games were here already.`);
  for (const [name, content, said] of [
    ['cut.json', text.slice(0, 500), 'The file is damaged or not a backup: '],
    ['other.json', '{"a":1}', 'This is not a backup of Agon.'],
    ['newer.json', '{"format":"agon-backup","version":3}', 'The backup has version 3: a newer version of Agon can read it.'],
    ['broken.json', '{"format":"agon-backup","version":1,"games":7}', 'The backup is damaged: games'],
  ] as const) {
    await input.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await expect(settings.getByRole('alert')).toContainText(said);
  }
  await other.reload();
  await other.goto('/#/crosphere');
  await standing(other);
  await opened(other).click();
  await expect(moveList(other)).toHaveText(['Wa1', 'Wb1', 'Wc3']);
  await context.close();
});

test('a page that is left in the middle of a save leaves the new state', async ({ page }) => {
  await page.goto(address(hex));
  await standing(page);
  // The page is left before the database has answered.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = function () {
      location.reload();
      // The transaction stays open until the page is gone.
      const wait = () => (this.get('x').onsuccess = wait);
      wait();
      return this.get('x');
    };
  });
  await press(page, 'b1');
  await expect.poll(() => page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type).catch(() => '')).toBe('reload');
  await expect(moveList(page)).toHaveText(['b1']);
  await expect.poll(async () => (await keptGames(page)).map(({ at }) => at)).toEqual([['b1']]);
});

test('a tab that is killed right after a move leaves the old or the new state', async ({ context }) => {
  const page = await context.newPage();
  await page.goto(address(hex));
  await standing(page);
  await press(page, 'b1');
  await expect.poll(async () => (await keptGames(page))[0]?.at).toEqual(['b1']);
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-name="c1"]')?.focus());
  const [cdp] = [await context.newCDPSession(page)];
  await page.keyboard.press('Enter');
  // It never answers.
  void cdp.send('Page.crash').catch(() => {});
  await page.waitForEvent('crash');
  const next = await context.newPage();
  await next.goto('/#/hex');
  await expect(moveList(next).first()).toHaveText('b1');
  expect([['b1'], ['b1', 'c1']]).toContainEqual(await moveList(next).allTextContents().then((all) => all.map((text) => text.trim())));
});

test('a database of a newer version is read and not touched', async ({ page }) => {
  await page.goto(address(hex, ['b1']));
  await expect.poll(async () => (await keptGames(page)).length).toBe(1);
  await besides(page);
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('agon', 50);
        opening.onupgradeneeded = () => opening.result.createObjectStore('later');
        opening.onsuccess = () => done(opening.result.close());
      }),
  );
  await page.goto('/#/hex');
  await expect(moveList(page)).toHaveText(['b1']);
  await expect(line(page)).toHaveText(/^Your games were saved by a newer version of Agon\. Reload the page/);
  await press(page, 'c1');
  await expect(moveList(page)).toHaveText(['b1', 'c1']);
  expect((await keptGames(page)).map(({ at }) => at)).toEqual([['b1']]);
  await page.reload();
  await expect(moveList(page)).toHaveText(['b1', 'c1']);
});

test('a database that another tab holds is waited for, and the board is not', async ({ page, context }) => {
  const holder = await context.newPage();
  await besides(holder);
  await holder.evaluate(() => {
    const state = { held: true };
    Object.assign(window, { release: () => (state.held = false) });
    const opening = indexedDB.open('agon', 1);
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('games', { keyPath: 'id' });
      opening.result.createObjectStore('meta');
      opening.result.createObjectStore('damaged', { autoIncrement: true });
      // An upgrade that takes as long as it is asked to.
      const hold = () => state.held && (store.get('x').onsuccess = hold);
      hold();
    };
    opening.onsuccess = () => opening.result.close();
  });
  await leave(page, { 'agon/current/hex': 'hex-1' });
  await page.goto('/#/hex');
  await standing(page);
  await page.getByText('Two people here').click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await press(page, 'f6');
  await expect(moveList(page)).toHaveText(['f6']);
  await expect(line(page)).toHaveText(/^Another tab is using your games\./, { timeout: 10_000 });
  await holder.evaluate(() => (window as unknown as { release: () => void }).release());
  await expect(line(page)).toBeEmpty();
  await press(page, 'g4');
  await expect.poll(async () => (await keptGames(page)).map(({ at }) => at)).toEqual([['f6', 'g4']]);
});

test('the first board does not wait for the database, and nothing jumps when a kept game comes', async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...args) {
      Object.assign(window, { asked: document.querySelector('path.cell') ? 'after' : 'before' });
      return open.apply(this, args);
    };
  });
  await page.goto('/#/hex');
  await standing(page);
  await expect.poll(() => page.evaluate(() => (window as unknown as { asked: string }).asked)).toBe('after');
  await page.goto(address(hex, ['b1', 'c1', 'a2']));
  await expect.poll(async () => (await keptGames(page)).length).toBe(1);
  const again = await context.newPage();
  await again.goto('/#/hex');
  await expect(moveList(again)).toHaveCount(3);
  const shift = await again.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += (entry as PerformanceEntry & { value: number }).value))).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 500);
      }),
  );
  expect(shift).toBeLessThan(0.01);
});

test('a review is kept with its game, marks the moves at once, and a second one agrees', async ({ page }) => {
  const short = SHORT[1]!;
  await page.goto(address(short, short.moves).replace('rhythmomachy?', 'rhythmomachy/analyse?'));
  await standing(page);
  const region = page.getByRole('region', { name: 'Review the game' });
  const found = async () => [await region.locator('table').innerText(), await moveList(page).allTextContents(), (await keptGames(page))[0]?.review];
  const run = async () => {
    await region.getByRole('button', { name: 'Review the game' }).click();
    await expect(region.getByRole('progressbar')).toHaveCount(1);
    await expect(region.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
    await expect.poll(async () => (await keptGames(page))[0]?.review?.positions.length).toBe(short.moves.length + 1);
  };
  await run();
  await expect(moveList(page).filter({ hasText: /\?/ })).not.toHaveCount(0);
  const first = await found();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(region).toHaveCount(0);
  await page.getByRole('link', { name: 'Analyse', exact: true }).click();
  expect(await found()).toEqual(first);
  await page.reload();
  await expect(region.getByRole('row', { name: /Accuracy/ })).toContainText('%');
  expect(await found()).toEqual(first);
  await run();
  expect(await found()).toEqual(first);
});
