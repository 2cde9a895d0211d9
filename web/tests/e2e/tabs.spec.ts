// Two tabs with one game: each sees what the other does, and nothing of either is lost.

import type { BrowserContext, Page } from '@playwright/test';

import { SHORT, address } from './games';
import { keptGames } from './kept';
import { expect, moveList, standing, test } from './table';

const hex = SHORT[4]!;
test.use({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });

const press = (page: Page, cell: string) => page.locator(`[data-name="${cell}"]`).click();

async function both(context: BrowserContext, path: string): Promise<[Page, Page]> {
  const one = await context.newPage();
  await one.goto(path);
  await standing(one);
  await press(one, 'b1');
  await expect.poll(async () => (await keptGames(one))[0]?.at).toEqual(['b1']);
  const two = await context.newPage();
  await two.goto('/#/hex');
  await expect(moveList(two)).toHaveText(['b1']);
  return [one, two];
}

test('the second sees what the first does, and the other way round', async ({ context }) => {
  const [one, two] = await both(context, address(hex));
  await press(one, 'c1');
  await expect(moveList(two)).toHaveText(['b1', 'c1']);
  await press(two, 'a2');
  await expect(moveList(one)).toHaveText(['b1', 'c1', 'a2']);
  await expect(one.locator('[data-name="a2"]')).toHaveAttribute('aria-label', /stone, Red/);
  // Who looks at an earlier position goes on looking at it.
  await two.keyboard.press('Home');
  await press(one, 'b2');
  await expect(moveList(two)).toHaveText(['b1', 'c1', 'a2', 'b2']);
  await expect(two.locator('[data-name="b1"]')).toHaveAttribute('aria-label', /empty/);
  expect(await keptGames(one)).toHaveLength(1);
});

for (const [how, name] of [['without a channel', 'BroadcastChannel'], ['without locks', 'locks']] as const) {
  test(`${how} too`, async ({ context }) => {
    await context.addInitScript((name) => Object.defineProperty(name === 'locks' ? Navigator.prototype : window, name, { get: () => undefined }), name);
    const [one, two] = await both(context, address(hex));
    await press(one, 'c1');
    await expect(moveList(two)).toHaveText(['b1', 'c1']);
  });
}

test('moves made in both at once are both kept', async ({ context }) => {
  const [one, two] = await both(context, address(hex));
  // Neither hears of the other before it has moved.
  const move = (page: Page, cell: string) => page.evaluate((cell) => document.querySelector<HTMLElement>(`[data-name="${cell}"]`)?.focus(), cell).then(() => page.keyboard.press('Enter'));
  await Promise.all([move(one, 'c1'), move(two, 'a2')]);
  const all = async (page: Page) => [...(await moveList(page).allTextContents()), ...(await page.locator('.variation .move').allTextContents())].map((text) => text.trim()).sort();
  await expect.poll(() => all(one)).toEqual(['a2', 'b1', 'c1']);
  await expect.poll(() => all(two)).toEqual(['a2', 'b1', 'c1']);
  expect(await moveList(one).allTextContents()).toEqual(await moveList(two).allTextContents());
  const [game, ...rest] = await keptGames(one);
  expect(rest).toEqual([]);
  expect(JSON.stringify(game?.record.moves)).toMatch(/"c1".*"a2"|"a2".*"c1"/);
});

test('the computer answers once', async ({ context }) => {
  const one = await context.newPage();
  await one.goto('/#/hex');
  await standing(one);
  await one.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(one.getByRole('region', { name: 'New game' })).toBeHidden();
  const two = await context.newPage();
  await two.goto('/#/hex');
  await standing(two);
  for (const [ply, cell] of ['a1', 'k11', 'a11'].entries()) {
    await press(ply % 2 === 0 ? one : two, cell);
    for (const page of [one, two]) await expect(moveList(page)).toHaveCount(ply * 2 + 2, { timeout: 15_000 });
  }
  for (const page of [one, two]) await expect(page.locator('.variation')).toHaveCount(0);
  expect(await moveList(one).allTextContents()).toEqual(await moveList(two).allTextContents());
});

test('settings and solved puzzles are those of both', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  for (const page of [one, two]) await page.goto('/#/');
  await one.getByRole('button', { name: 'Settings' }).click();
  await one.getByLabel('Colours').selectOption('dark');
  await expect(two.locator('html')).toHaveAttribute('data-theme', 'dark');
  await two.getByRole('button', { name: 'Sound' }).click();
  await expect.poll(() => one.evaluate(() => JSON.parse(localStorage.getItem('agon/settings') ?? '{}'))).toMatchObject({ theme: 'dark', sound: false });
});
