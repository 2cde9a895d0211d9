import { address } from './games';
import { expect, moveList, standing, test } from './table';

const HEX = { game: 'hex', title: 'Hex', options: { size: '5', swap: 'true' }, moves: [] };

test.use({ viewport: { width: 1280, height: 800 } });

test('two people swap sides in Hex, and take it back', async ({ page }) => {
  await page.goto(address(HEX, ['c3']));
  await standing(page);
  const blue = page.getByRole('region', { name: 'Blue' });
  await expect(blue).toContainText('to move');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(moveList(page)).toHaveText(['c3', 'swap']);
  await expect(page.locator('.status')).toContainText('player 1 is now Blue, player 2 is Red');
  await expect(blue).toContainText('to move');
  await expect(page.getByRole('button', { name: 'Swap sides' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('button', { name: 'Swap sides' })).toBeVisible();
});

test('a person who swaps against the computer plays with the first stone', async ({ page }) => {
  await page.goto('/#/hex');
  await page.locator('.levels label').first().click();
  await page.getByRole('region', { name: 'New game' }).getByText('Blue', { exact: true }).click();
  await page.getByLabel('Rules').selectOption('own');
  await page.getByLabel('cells along each edge').fill('5');
  await page.getByLabel('whether the first move may be answered by swapping sides').selectOption('true');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await standing(page);
  await expect(moveList(page)).toHaveCount(1, { timeout: 15_000 });
  await page.getByRole('button', { name: 'Swap sides' }).click();
  // The computer goes on as Blue.
  await expect(moveList(page)).toHaveCount(3, { timeout: 15_000 });
  await expect(page.getByRole('region', { name: 'Red' })).toContainText('You');
  await expect(page.locator('.status')).toContainText('Your move: Red');
  await page.reload();
  await standing(page);
  await expect(page.getByRole('region', { name: 'Red' })).toContainText('You');
});
