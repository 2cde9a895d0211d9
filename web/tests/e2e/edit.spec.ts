import type { Page } from '@playwright/test';

import { Fingers } from './fingers';
import { expect, standing, test } from './table';

const cell = (page: Page, name: string) => page.locator(`[data-name="${name}"]`);
const verdict = (page: Page) => page.locator('.verdict');
const position = (page: Page) => page.getByLabel('Position as text');
const piece = (page: Page, token: string) => page.locator(`label:has([data-token="${token}"])`);

async function middle(target: ReturnType<Page['locator']>): Promise<[number, number]> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return [box.x + box.width / 2, box.y + box.height / 2];
}
async function drag(page: Page, from: [number, number], to: [number, number]) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

test('a position is set up with the mouse and played from there', async ({ page }) => {
  await page.goto('/#/crosphere/edit');
  await standing(page);
  await expect(verdict(page)).toHaveText('Green to move: a game can go on from here.');
  await piece(page, 'G').click();
  await cell(page, 'd4').click();
  await cell(page, 'd5').click();
  await piece(page, 'W').click();
  await cell(page, 'e4').click();
  await expect(position(page)).toHaveValue('8/8/8/3,G,4/3,G,W,3/8/8/8 G');
  // The same piece once more takes it away; a drag moves it, and off the board it is gone.
  await cell(page, 'e4').click();
  await drag(page, await middle(cell(page, 'd5')), await middle(cell(page, 'g7')));
  await expect(position(page)).toHaveValue('8/6,G,1/8/8/3,G,4/8/8/8 G');
  await drag(page, await middle(cell(page, 'd4')), [5, 300]);
  await expect(position(page)).toHaveValue('8/6,G,1/8/8/8/8/8/8 G');
  await drag(page, await middle(piece(page, 'P')), await middle(cell(page, 'b2')));
  await page.getByText('Pink', { exact: true }).last().click();
  await expect(position(page)).toHaveValue('8/6,G,1/8/8/8/8/1,P,6/8 P');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(position(page)).toHaveValue('8/6,G,1/8/8/8/8/1,P,6/8 G');
  await page.reload();
  await expect(position(page)).toHaveValue('8/6,G,1/8/8/8/8/1,P,6/8 G');
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.getByText('Two people here').click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/#\/crosphere$/);
  await expect(cell(page, 'g7')).toHaveAttribute('aria-label', /stone, Green/);
  await cell(page, 'd4').click();
  await expect(page.locator('[aria-current="step"]')).toHaveText('Wd4');
});

test('a position is set up with keys alone, and each step is told', async ({ page }) => {
  await page.goto('/#/andantino/edit?o=side%3D3');
  await standing(page);
  const told = page.locator('[aria-live="polite"]').first();
  await page.locator('[data-token="b"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-token="w"]')).toBeChecked();
  await cell(page, 'c3').focus();
  await page.keyboard.press('Delete');
  await expect(told).toHaveText('stone, Black removed from c3');
  await expect(verdict(page)).toHaveText('Not a position yet: there is no stone on the board.');
  await expect(page.getByRole('button', { name: 'Play from here' })).toBeDisabled();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(told).toHaveText('stone, White placed on c4');
  await expect(position(page)).toHaveValue('3/4/3w1/4/3 w');
  await expect(verdict(page)).toHaveText('White to move: a game can go on from here.');
  // Without a brush, a piece is picked up and put down.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(told).toHaveText('stone, White moved from c4 to c5');
  await expect(position(page)).toHaveValue('3/4/4w/4/3 w');
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });
  test('a position is set up on a phone', async ({ page, context }) => {
    await page.goto('/#/rhythmomachy/edit');
    await standing(page);
    await page.getByRole('button', { name: 'Clear' }).tap();
    await expect(position(page)).toHaveValue('8/8/8/8/8/8/8/8 w 0 0 0 0 0');
    await piece(page, 'C4').tap();
    await cell(page, 'c3').tap();
    await piece(page, 's12').tap();
    await cell(page, 'e4').tap();
    // Up from the tray onto the board, from one cell to another, and sideways only to see more pieces.
    const fingers = new Fingers(await context.newCDPSession(page));
    await fingers.go([[await middle(piece(page, 'C8')), await middle(cell(page, 'b2'))]]);
    await expect(cell(page, 'b2')).toHaveAttribute('aria-label', /circle 8, White/);
    await fingers.go([[await middle(cell(page, 'b2')), await middle(cell(page, 'f5'))]]);
    await expect(cell(page, 'f5')).toHaveAttribute('aria-label', /circle 8, White/);
    const [x, y] = await middle(piece(page, 'C8'));
    await fingers.go([[[x, y], [x - 100, y]]]);
    await page.getByLabel('points').first().fill('9');
    await page.getByLabel('captures').first().fill('1');
    await expect(position(page)).toHaveValue('8/8/8/5,C8,2/4,s12,3/2,C4,5/8/8 w 1 9 0 0 0');
    await page.getByRole('link', { name: 'Analyse' }).last().tap();
    await expect(page).toHaveURL(/#\/rhythmomachy\/analyse/);
    await expect(cell(page, 'e4')).toHaveAttribute('aria-label', /square 12, Black/);
  });
});

test('texts are taken or refused in one line, and the board stays', async ({ page }) => {
  await page.goto('/#/rithmomachia/edit');
  await standing(page);
  const start = await position(page).inputValue();
  await position(page).fill('8/8 odd 0:0:0 0:0:0 0');
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(verdict(page)).toHaveText('bad position: the board has 2 ranks, expected 16');
  await expect(cell(page, 'h15')).toHaveAttribute('aria-label', /pyramid 190/);
  const lone = '8/'.repeat(15) + 'p[64+49],7 odd 0:0:0 0:0:0 0';
  await position(page).fill(lone);
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(cell(page, 'a1')).toHaveAttribute('aria-label', /pyramid 113/);
  await page.locator('[data-token="p190"]').check({ force: true });
  await cell(page, 'b1').click();
  await expect(verdict(page)).toHaveText('Not a position yet: Odd has two pyramids.');
  await page.getByRole('button', { name: 'Start position' }).click();
  await expect(position(page)).toHaveValue(start);
  await page.goto('/#/crosphere/edit?o=size%3D3&p=1%2CG%2C1%2F1%2CG%2C1%2F1%2CG%2C1+P');
  await expect(verdict(page)).toContainText('The game is over here: Green wins');
  await expect(page.getByRole('button', { name: 'Play from here' })).toBeDisabled();
});

test('the tile and the open square of Tile Sum are set like pieces', async ({ page }) => {
  await page.goto('/#/tilesum/edit');
  await standing(page);
  await piece(page, '()').click();
  await cell(page, 'b2').click();
  await piece(page, '5').click();
  await cell(page, 'b2').click();
  await piece(page, '?').click();
  await cell(page, 'a2').click();
  await expect(position(page)).toHaveValue('1,-1,0/?,(5),1/0,1,-1 0 0');
  await page.getByLabel('score').fill('3');
  await expect(position(page)).toHaveValue('1,-1,0/?,(5),1/0,1,-1 3 0');
});
