// The computer against itself: held, stepped through, hurried, and never stuck.

import { expect, moveList, standing, test } from './table';

test('a game of the computer against itself goes on after a look back, and can be held', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/#/connect4');
  await standing(page);
  await page.getByText('Computer against itself').click();
  await page.locator('.levels label').first().click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const moves = moveList(page);
  await expect.poll(() => moves.count()).toBeGreaterThan(1);
  // A look back, and on again.
  await page.locator('body').press('ArrowLeft');
  await page.locator('body').press('ArrowLeft');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  const before = await moves.count();
  await expect.poll(() => moves.count()).toBeGreaterThan(before + 1);
  // Held, it waits; a step is one move.
  await page.getByRole('button', { name: 'Pause' }).click();
  const held = await moves.count();
  await page.waitForTimeout(1200);
  await expect(moves).toHaveCount(held);
  await page.getByRole('button', { name: 'One move' }).click();
  await expect(moves).toHaveCount(held + 1);
  await page.waitForTimeout(900);
  await expect(moves).toHaveCount(held + 1);
  // Let go, and hurried, it comes to its end.
  await page.getByLabel('Speed').selectOption('fast');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden({ timeout: 30_000 });
});
