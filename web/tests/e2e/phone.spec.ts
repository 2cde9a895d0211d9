// What a phone shows at once, without scrolling.

import { expect, standing, test } from './table';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

for (const game of ['rithmomachia', 'crosphere', 'andantino']) {
  test(`a lesson of ${game}, its board and what leads on are in one view`, async ({ page }) => {
    await page.goto(`/#/${game}/learn`);
    await standing(page);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    const place = await next.boundingBox();
    for (let lesson = 0; lesson < 4; lesson++) {
      await expect(page.locator('main h2')).toBeInViewport();
      await expect(page.locator('.table > svg')).toBeInViewport({ ratio: 1 });
      await expect(next).toBeInViewport({ ratio: 1 });
      // A thumb need not look for it.
      expect(await next.boundingBox()).toEqual(place);
      await next.tap();
    }
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}

test('a search is walked through with the board in view', async ({ page }) => {
  await page.goto('/#/crosphere/analyse?m=Wd4');
  await standing(page);
  await page.getByRole('button', { name: 'Watch a search' }).tap();
  await page.getByRole('button', { name: 'Search', exact: true }).tap();
  const on = page.getByRole('button', { name: 'One step on' });
  const back = page.getByRole('button', { name: 'One step back' });
  await expect(on).toBeDisabled({ timeout: 15_000 });
  await back.tap();
  for (let step = 0; step < 3; step++) {
    await back.tap();
    const scrolled = await page.evaluate(() => scrollY);
    await expect(page.locator('.table > svg')).toBeInViewport({ ratio: 1 });
    await expect(back).toBeInViewport({ ratio: 1 });
    await on.tap();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  }
});

test('the ways to win stand beside a long board', async ({ page }) => {
  for (const options of ['', '?o=ruleset%3Droy2020&m=c13c12']) {
    await page.goto('about:blank');
    await page.goto(`/#/rithmomachia${options}`);
    await standing(page);
    const table = page.getByRole('table', { name: 'How it stands' });
    await expect(table).toBeInViewport({ ratio: 1 });
    await expect(table).toContainText('goods');
  }
});
