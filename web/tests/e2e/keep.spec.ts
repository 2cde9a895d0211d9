import { readFile } from 'node:fs/promises';

import { SHORT, address } from './games';
import { expect, makeMove, moveList, standing, test } from './table';

const crosphere = SHORT[2]!;
test.use({ viewport: { width: 1280, height: 800 } });

for (const short of SHORT) {
  test(`an unfinished game of ${short.title} is there again after a reload`, async ({ page }) => {
    const half = short.moves.slice(0, 2);
    await page.goto(address(short));
    await standing(page);
    for (const [ply, move] of half.entries()) await makeMove(page, short, half.slice(0, ply), move, 'keys');
    await page.reload();
    await expect(moveList(page)).toHaveText(half);
    await page.goto('/#/');
    await page.goto(`/#/${short.game}`);
    await expect(moveList(page)).toHaveText(half);
  });
}

test('a link carries the game', async ({ page, context }) => {
  await page.goto(address(crosphere, crosphere.moves.slice(0, 3)));
  await page.getByRole('button', { name: 'Share and files' }).click();
  const link = await page.getByRole('textbox', { name: 'Copy link to this game' }).inputValue();
  const position = await page.getByRole('textbox', { name: 'Position', exact: true }).inputValue();
  const other = await context.browser()!.newPage();
  await other.goto(link);
  await expect(moveList(other)).toHaveText(crosphere.moves.slice(0, 3));
  await other.getByRole('button', { name: 'Share and files' }).click();
  await expect(other.getByRole('textbox', { name: 'Position', exact: true })).toHaveValue(position);
  await other.close();
});

test('a link does not take the place of the game that was there, nor that of the link', async ({ page }) => {
  await page.goto(address(crosphere, crosphere.moves.slice(0, 1)));
  await expect(moveList(page)).toHaveCount(1);
  await page.goto(address(crosphere, crosphere.moves.slice(0, 3)));
  await expect(moveList(page)).toHaveCount(3);
  await page.reload();
  await expect(moveList(page)).toHaveText(crosphere.moves.slice(0, 3));
  await page.getByRole('button', { name: 'New game' }).click();
  await expect(page.getByRole('button', { name: /^Open: Green – Pink/ })).toHaveCount(2);
});

test('a damaged link is explained, and a game can be played all the same', async ({ page }) => {
  await page.goto('/#/crosphere?m=Wz9');
  await standing(page);
  await expect(page.getByRole('alert')).toContainText('Wz9');
  await expect(moveList(page)).toHaveCount(0);
});

test('variations are kept, saved in a record, and read again', async ({ page }) => {
  await page.goto(address(crosphere, crosphere.moves.slice(0, 3)));
  await standing(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[aria-current="step"]')).toHaveText('Wb1');
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Wc3');
  await page.keyboard.press('Enter');
  await expect(moveList(page)).toHaveText(['Wa1', 'Wb1', 'Wc3']);
  await expect(page.locator('.variation')).toContainText('Wb3');

  await page.getByRole('button', { name: 'Share and files' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save record' }).click()]);
  const record = await readFile(await download.path(), 'utf8');
  expect(record).toContain('[Game "crosphere"]');
  expect(record).toMatch(/Wc3 \(2\. Wb3\)/);

  // A page of its own: the open drawer of the last game would close while the test types into it.
  await page.goto('about:blank');
  await page.goto('/#/crosphere?o=size%3D4');
  await standing(page);
  await expect(moveList(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Share and files' }).click();
  await page.getByLabel('Paste a record or a position').fill(record);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(moveList(page)).toHaveText(['Wa1', 'Wb1', 'Wc3']);
  await expect(page.locator('.variation')).toContainText('Wb3');
});

test('a position is pasted, and a damaged record is refused in one line', async ({ page }) => {
  await page.goto(address(crosphere));
  await standing(page);
  await page.getByRole('button', { name: 'Share and files' }).click();
  const field = page.getByLabel('Paste a record or a position');
  await field.fill('[Game "crosphere"]\n\n1. Wz9 *');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Wz9');
  await field.fill('3/W,P,1/3 G');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('[data-name="b2"]')).toHaveAttribute('aria-label', /stone, Pink/);
});
