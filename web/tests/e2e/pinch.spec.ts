import type { Page } from '@playwright/test';

import { Fingers, type Touch } from './fingers';
import { expect, standing, test } from './table';

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

/** What is seen of the board: x, y, width, height. */
const seen = async (page: Page) => (await page.locator('.table > svg').getAttribute('viewBox'))!.split(' ').map(Number);
const moved = (page: Page) => page.locator('.moves li > .move').count();

test('two fingers zoom in and out on Andantino, one moves what is seen, and none of it plays a move', async ({ page, context }) => {
  await page.goto('/#/andantino?p=' + encodeURIComponent('10/11/12/13/14/15/16/17/18/9b9/8w9/17/16/15/14/13/12/11/10 b'));
  await standing(page);
  const fingers = new Fingers(await context.newCDPSession(page));
  const box = (await page.locator('.table').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const first = await seen(page);

  // Apart: less of the board is seen, and the middle between the fingers stays where it is.
  await fingers.go([
    [[x - 30, y], [x - 60, y]],
    [[x + 30, y], [x + 60, y]],
  ]);
  const near = await seen(page);
  expect(near[2]! / first[2]!).toBeCloseTo(Math.max(0.5, 500 / first[2]!), 1);
  expect(near[0]! + near[2]! / 2).toBeCloseTo(first[0]! + first[2]! / 2, -2);

  // One finger from an empty cell: the board follows it by as much as it went.
  const free = await emptyPlace(page);
  await fingers.go([[free, [free[0] + 40, free[1] + 30]]]);
  const panned = await seen(page);
  const scale = near[2]! / box.width;
  expect(panned[0]! - near[0]!).toBeCloseTo(-40 * scale, -1);
  expect(panned[1]! - near[1]!).toBeCloseTo(-30 * scale, -1);
  expect(panned[2]).toBeCloseTo(near[2]!, 5);

  // Together: all of it is seen again.
  for (let times = 0; times < 3; times++) {
    await fingers.go([
      [[x - 90, y], [x - 20, y]],
      [[x + 90, y], [x + 20, y]],
    ]);
  }
  const far = await seen(page);
  expect(far[2]!).toBeGreaterThan(1800);
  expect(await moved(page)).toBe(0);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);

  // And then a tap still plays.
  const legal = page.locator('[data-name][aria-label*="can be played"]').first();
  const name = await legal.getAttribute('data-name');
  await legal.tap();
  await expect(page.locator('[aria-current="step"]')).toHaveText(name!);
});

test('two fingers zoom where one of them came down on a stone that can be moved', async ({ page, context }) => {
  await page.goto('/#/rhythmomachy');
  await standing(page);
  const fingers = new Fingers(await context.newCDPSession(page));
  const before = await seen(page);
  const box = (await page.locator('[data-name="a6"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await fingers.go([
    [[x, y], [x - 10, y]],
    [[x + 80, y], [x + 250, y]],
  ]);
  expect((await seen(page))[2]!).toBeLessThan(before[2]! * 0.8);
  expect(await moved(page)).toBe(0);
  await expect(page.locator('[aria-pressed="true"][data-name]')).toHaveCount(0);
  await expect(page.locator('.picked')).toHaveCount(0);
});

test('a stone that was picked up before stays so when two fingers zoom', async ({ page, context }) => {
  await page.goto('/#/rhythmomachy');
  await standing(page);
  const fingers = new Fingers(await context.newCDPSession(page));
  await page.locator('[data-name="a6"]').tap();
  const box = (await page.locator('[data-name="a6"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await fingers.go([
    [[x, y], [x - 10, y]],
    [[x + 80, y], [x + 250, y]],
  ]);
  await expect(page.locator('[data-name="a6"]')).toHaveAttribute('aria-pressed', 'true');
});

/** A place on the board where nothing can be picked up or played. */
async function emptyPlace(page: Page): Promise<Touch> {
  return page.evaluate((): Touch => {
    const table = document.querySelector('.table')!.getBoundingClientRect();
    const cells = [...document.querySelectorAll('.hit:not(.grab)')].map((cell) => cell.getBoundingClientRect());
    const inside = cells.filter(({ left, right, top, bottom }) => left > table.left + 20 && right < table.right - 80 && top > table.top + 20 && bottom < table.bottom - 80);
    const { left, top, width, height } = inside[0]!;
    return [left + width / 2, top + height / 2];
  });
}
