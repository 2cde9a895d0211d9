// What stands around the board: marks explained, buttons with words, victories in lines.

import AxeBuilder from '@axe-core/playwright';

import { expect, standing, test } from './table';

test('on a phone every action is one tap behind "More", and the marks are explained', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/#/crosphere?m=Wd4');
  await standing(page);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await expect(page.getByRole('button', { name: 'Turn the board' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole('button', { name: 'What the marks mean' }).click();
  const legend = page.getByRole('region', { name: 'What the marks mean' });
  await expect(legend).toContainText('The last move.');
  // What this game draws, and nothing that it does not.
  await expect(legend).toContainText('The shortest road');
  await expect(legend).not.toContainText('A piece in danger');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('on a wide screen buttons have words', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/#/hex?m=f6');
  await standing(page);
  const actions = page.getByRole('group', { name: 'Actions' });
  for (const word of ['Take back', 'Hint', 'New game', 'Turn', 'Resign', 'Marks', 'Share', 'Settings', 'Keys']) await expect(actions.getByText(word, { exact: true })).toBeVisible();
  for (const button of await actions.getByRole('button').all()) expect(await button.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});

test('the bar of winning chances stands at the board', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/#/crosphere/analyse?m=Wd4');
  await standing(page);
  const bar = (await page.getByRole('meter').boundingBox())!;
  const board = (await page.locator('[data-name="a4"]').boundingBox())!;
  expect(board.x - (bar.x + bar.width)).toBeLessThan(60);
  expect(board.x - (bar.x + bar.width)).toBeGreaterThan(0);
});

test('each player has one line about the nearest victory on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/#/rithmomachia');
  await standing(page);
  for (const name of ['Even', 'Odd']) {
    const strip = page.getByRole('region', { name, exact: true });
    await expect(strip).toContainText(/0 of \d+ (value|bodies)/);
    expect(await strip.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  }
});
