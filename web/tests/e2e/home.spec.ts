// The home page: what to play, how long it takes, and where one was.

import { visit } from './agon';
import { expect, moveList, standing, test } from './table';

for (const viewport of [{ width: 1440, height: 900 }, { width: 768, height: 1024 }, { width: 360, height: 740 }, { width: 844, height: 390 }]) {
  test(`boards have one scale and stand in lines at ${viewport.width} x ${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await visit(page);
    const boards = page.locator('main li .picture');
    await expect(page.locator('main li path.cell').first()).toBeAttached();
    const boxes = await boards.evaluateAll((all) => all.map((board) => board.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })));
    expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1);
    const cell = async (game: string) => (await page.locator(`main li.${game} path.cell`).first().boundingBox())!.width;
    await expect(page.locator('main li.rhythmomachy path.cell').first()).toBeAttached();
    expect(Math.abs((await cell('rithmomachia')) - (await cell('rhythmomachy')))).toBeLessThan(2.5);
    // Those of one row begin on one line.
    const rows = new Map<number, number[]>();
    for (const { x, y } of boxes) rows.set(Math.round(y), [...(rows.get(Math.round(y)) ?? []), x]);
    expect(rows.size).toBeLessThanOrEqual(7);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  });
}

test('a game is begun and continued, and another one asked for', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page);
  await expect(page.getByText('Try this one first')).toHaveCount(1);
  await page.getByRole('link', { name: 'Play: Hex' }).click();
  await standing(page);
  await page.locator('[data-name="f6"]').click();
  await expect(moveList(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Agon' }).click();
  await page.getByRole('link', { name: 'Continue: Hex' }).click();
  await expect(moveList(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Agon' }).click();
  await page.getByRole('link', { name: 'New game: Hex' }).click();
  const drawer = page.getByRole('region', { name: 'New game' });
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL(/#\/hex$/);
  await drawer.getByRole('button', { name: 'Start' }).click();
  await expect(drawer).toBeHidden();
  await expect(moveList(page)).toHaveCount(0);
});
