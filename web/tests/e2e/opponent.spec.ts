// Choosing the computer's player, watching it think, and reading afterwards what it found.

import { visit } from './agon';
import { expect, standing, test } from './table';

const open = async (page: import('@playwright/test').Page) => {
  const form = page.locator('form:has(input[type="radio"])');
  if (!(await form.isVisible())) await page.getByRole('button', { name: 'New game', exact: true }).click();
  return form;
};

test("a paper's player is chosen without typing; its progress is seen, and its search is kept", async ({ page }) => {
  await visit(page, '/#/crosphere');
  await standing(page);
  const form = await open(page);
  await expect(form.getByRole('textbox')).toHaveCount(0);
  await form.getByText('Ježek’s player that counts stones').click();
  await form.getByText('125 playouts').click();
  await form.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.strip').first()).toContainText('Ježek’s player that counts stones, 125 playouts');
  const bar = page.getByRole('progressbar');
  const seen = bar.waitFor({ state: 'attached' });
  await page.locator('[data-name="d4"]').click();
  await seen;
  await expect(page.locator('.moves li > .move')).toHaveCount(2);
  const log = page.locator('details', { hasText: 'What the computer found' });
  await expect(log).toContainText('125 playouts');
  await log.locator('summary').click();
  await expect(log.locator('tbody tr').first()).toContainText('125');
  // It is kept with the game, and belongs to the computer's moves only.
  await page.reload();
  await standing(page);
  await expect(log).toContainText('125 playouts');
  await page.keyboard.press('ArrowLeft');
  await expect(log).toHaveCount(0);
});

test('what an expert types is tried before the game begins', async ({ page }) => {
  await visit(page, '/#/hex');
  await standing(page);
  const form = await open(page);
  await form.getByText('More players').click();
  await form.getByText('By name').click();
  const field = form.getByRole('textbox');
  await field.fill('mcts:playout=5');
  await form.getByRole('button', { name: 'Start' }).click();
  await expect(form.getByRole('alert')).toContainText('playouts');
  await field.fill('mcts:playouts=5');
  await form.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.strip').first()).toContainText('mcts:playouts=5');
});

test('a record of another game can be opened on its page', async ({ page }) => {
  await visit(page, '/#/hex');
  await standing(page);
  await page.getByRole('button', { name: 'Share and files' }).click();
  await page.getByLabel('Paste a record or a position').fill('[Game "tilesum"]\n[Result "*"]\n\n1. u *\n');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Open it in Tile Sum' }).click();
  await expect(page).toHaveURL(/#\/tilesum$/);
  await expect(page.locator('.moves li > .move').first()).toHaveText('u');
  await expect(page.getByText('That is a game of')).toHaveCount(0);
});
