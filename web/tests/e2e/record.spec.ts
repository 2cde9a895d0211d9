// A person's record: a game that ends is entered once, rated if nobody helped, and can be taken out.

import AxeBuilder from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';

import { visit } from './agon';
import { expect, standing, test } from './table';

test('a finished game is entered, and exported', async ({ page }) => {
  await visit(page, '/#/crosphere');
  await standing(page);
  await page.locator('[data-name="d4"]').click();
  await expect(page.locator('.moves li > .move')).toHaveCount(2);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
  await page.goto('/#/record');
  await expect(page.getByRole('heading', { name: 'Rating in Crosphere' })).toBeVisible();
  await expect(page.locator('main')).toContainText('0 won, 0 drawn, 1 lost');
  await expect(page.locator('li')).toContainText('Level 2 · resignation · 2 moves');
  await expect(page.getByRole('img', { name: 'Rating after 1 game' })).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as CSV' }).click()]);
  const [head, row] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(head).toContain('game,when,options,side,agent,level,score');
  expect(row).toMatch(/^crosphere,.*,one,level:2,2,0,resigned,2,1,\d+,\d+$/);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('a game with help counts, but not for the rating', async ({ page }) => {
  await visit(page, '/#/crosphere');
  await standing(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('[data-name="d4"]').click();
  await expect(page.locator('.moves li > .move')).toHaveCount(2);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
  await page.goto('/#/record');
  await expect(page.locator('main')).toContainText('No game has counted yet.');
  await expect(page.locator('main')).toContainText('0 won, 0 drawn, 1 lost');
});

test('an empty record says so and leads home', async ({ page }) => {
  await visit(page, '/#/record');
  await expect(page.locator('main')).toContainText('No game has been played to its end yet.');
  await page.getByRole('main').getByRole('link', { name: 'All games' }).click();
  await expect(page.getByRole('heading', { name: 'Crosphere' })).toBeVisible();
});
