// Drawers are where they are wanted, and out of the way elsewhere.

import { expect, moveList, standing, test } from './table';

test.use({ viewport: { width: 1280, height: 800 } });

test('the question who plays goes away with the first move', async ({ page }) => {
  await page.goto('/#/hex');
  await standing(page);
  const drawer = page.getByRole('region', { name: 'New game' });
  await expect(drawer).toBeVisible();
  await page.locator('[data-name="f6"]').click();
  await expect(drawer).toBeHidden();
  await expect(moveList(page).first()).toHaveText('f6');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(drawer).toBeHidden();
});

test('the question who plays is not over the lines of the engine', async ({ page }) => {
  await page.goto('/#/hex');
  await standing(page);
  await expect(page.getByRole('region', { name: 'New game' })).toBeVisible();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await expect(page.getByRole('region', { name: 'Best lines' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'New game' })).toBeHidden();
  await page.getByRole('button', { name: 'Watch a search' }).click();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Watch a search' })).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Type a move' })).toBeVisible();
});

test('Escape closes a drawer, also from a field, and the focus returns', async ({ page }) => {
  await page.goto('/#/hex?m=f6');
  await standing(page);
  for (const name of ['New game', 'Share and files', 'Settings', 'Keys']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('region', { name });
    await expect(drawer).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
  }
});
