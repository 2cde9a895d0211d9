// A touch that does nothing says why, and a piece in the hand says what it can do.

import { expect, standing, test } from './table';

test.use({ viewport: { width: 1280, height: 800 } });

test('a touch that does nothing says why', async ({ page }) => {
  await page.goto('/#/rithmomachia?o=ruleset%3Dmodern&m=c4c5');
  await standing(page);
  const cell = (name: string) => page.locator(`[data-name="${name}"]`);
  const status = page.locator('.status');
  // An enemy's piece, a piece that is blocked, an empty square, a square too far away.
  await cell('d4').click();
  await expect(status).toContainText('It is not yours to move: circle 6, Even (d4).');
  await cell('a16').click();
  await expect(status).toContainText('It has no move now: square 49, Odd (a16).');
  await cell('e8').click();
  await expect(status).toContainText('No move begins on e8.');
  await cell('c13').click();
  await expect(status).not.toContainText('No move begins');
  await cell('c11').click();
  await expect(status).toContainText('moves exactly 1 square, not 2');
  await page.goto('/#/hex?m=c3');
  await standing(page);
  await cell('c3').click();
  await expect(page.locator('.status')).toContainText('c3 is occupied');
});

test('in a lesson too', async ({ page }) => {
  await page.goto('/#/rithmomachia/learn');
  await standing(page);
  const empty = page.locator('[data-name][aria-label$="empty"]').first();
  await empty.click();
  await expect(page.getByRole('region', { name: 'Lessons' }).getByRole('status')).toContainText(`No move begins on ${await empty.getAttribute('data-name')}.`);
});

test('a piece that is picked up is announced, with what it can capture and how', async ({ page }) => {
  await page.goto('/#/rithmomachia?o=ruleset%3Droy2020+body%3D1&m=h14e11+e4f5+h15h11+e3e4');
  await standing(page);
  await page.locator('[data-name="h11"]').focus();
  await page.keyboard.press('Enter');
  const said = page.locator('.status .held');
  await expect(said).toContainText('Picked up: pyramid 190');
  await expect(said).toContainText('It can capture.');
  await expect(said).toContainText('e8');
  await page.keyboard.press('Escape');
  await page.locator('[data-name="c13"]').focus();
  await page.keyboard.press('Enter');
  await expect(said).toContainText('It can capture nothing.');
});
