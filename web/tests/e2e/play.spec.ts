import { readFileSync } from 'node:fs';

import { SHORT, address } from './games';
import { expect, makeMove, moveList, standing, test, type Hand } from './table';

for (const hand of ['mouse', 'touch', 'keys'] as Hand[]) {
  test.describe(`by ${hand}`, () => {
    test.use(hand === 'touch' ? { hasTouch: true, viewport: { width: 360, height: 740 } } : { viewport: { width: 1280, height: 800 } });
    for (const short of SHORT) {
      test(`${short.title} is played to its end`, async ({ page }) => {
        await page.goto(address(short));
        await standing(page);
        for (const [ply, move] of short.moves.entries()) await makeMove(page, short, short.moves.slice(0, ply), move, hand);
        await expect(page.locator('.end')).toContainText(/wins|draw/i);
        await expect(moveList(page)).toHaveText(short.moves);
      });
    }
  });
}

test('a piece is dragged', async ({ page }) => {
  const [short] = SHORT;
  await page.goto(address(short!));
  await standing(page);
  const [from, to] = [page.locator('[data-name="c13"]'), page.locator('[data-name="c12"]')];
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(a!.x + a!.width / 2, a!.y + a!.height / 2);
  await page.mouse.down();
  await page.mouse.move(b!.x + b!.width / 3, b!.y + b!.height / 3, { steps: 4 });
  await page.mouse.up();
  await expect(moveList(page)).toHaveText(['c13c12']);
});

test('the board is walked with arrows, and what may be done is said', async ({ page }) => {
  await page.goto(address(SHORT[1]!));
  await standing(page);
  await page.locator('[data-name="a1"]').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  const focused = page.locator('[data-cell]:focus');
  await expect(focused).toHaveAttribute('aria-label', 'b3, square 24, White, can move');
  await page.keyboard.press('Space');
  await expect(focused).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-name="d4"]')).toHaveAttribute('aria-label', /can go here/);
  await page.keyboard.press('Escape');
  await expect(focused).not.toHaveAttribute('aria-pressed', 'true');
});

test('moves are typed and told, and a wrong one is explained', async ({ page }) => {
  await page.goto(address(SHORT[1]!));
  await standing(page);
  const field = page.getByRole('textbox', { name: 'Type a move' });
  await field.fill('b3b4');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('exactly two steps');
  await field.fill('b3d4');
  await field.press('Enter');
  await expect(moveList(page)).toHaveText(['b3d4']);
  await expect(page.locator('.status [aria-live]')).toContainText("White's square 24 moves from b3 to d4");
});

/** A whole game of each, as the start page shows it. */
const SHOWCASE = JSON.parse(readFileSync(new URL('../../src/lessons/showcase.json', import.meta.url), 'utf8')) as Record<string, string[]>;

for (const { game, title } of SHORT) {
  test(`the computer answers in ${title}, and moves are taken back`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/#/${game}`);
    await page.locator('.levels label').first().click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await standing(page);
    const field = page.getByRole('textbox', { name: 'Type a move' });
    await field.fill(SHOWCASE[game]![0]!);
    await field.press('Enter');
    await expect(moveList(page)).toHaveCount(2, { timeout: 15_000 });
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(page.locator('[aria-current="step"]')).toHaveCount(0);
    await expect(moveList(page)).toHaveCount(2);
  });
}

test('resigning ends the game, and the rematch swaps sides', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/#/crosphere');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Wd4');
  await page.keyboard.press('Enter');
  await expect(moveList(page)).toHaveCount(2, { timeout: 15_000 });
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Resign' });
  await expect(question).toContainText('Give up this game?');
  await question.getByRole('button', { name: 'Play on' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await question.getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.end')).toHaveText('You lost. Green resigns: Pink wins');
  await page.getByRole('button', { name: 'Rematch, sides swapped' }).click();
  await expect(page.getByRole('region', { name: 'Pink' })).toContainText('You');
  await expect(moveList(page)).toHaveCount(1, { timeout: 15_000 });
});

test('a game that was won says so, why, and leads to its review', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/#/connect4');
  await standing(page);
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  await page.locator('.levels label').first().click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForFunction(() => agon.loaded());
  // The strongest engine against the first level.
  for (let made = 0; (await page.locator('.end').count()) === 0; made += 2) {
    await expect(page.locator('.status')).toContainText('Your move', { timeout: 15_000 });
    const line = await moveList(page).allTextContents();
    const best = await page.evaluate(async (moves) => (await agon.think({ game: 'connect4' }, moves, 'best', { timeMs: 300 }).result).best, line.map((move) => move.trim()));
    await page.getByRole('textbox', { name: 'Type a move' }).fill(best ?? '');
    await page.keyboard.press('Enter');
    await expect(page.locator('.end').or(moveList(page).nth(made + 1))).toBeVisible({ timeout: 15_000 });
  }
  await expect(page.locator('.end')).toContainText(/^You won. Red .*four/i);
  const buttons = page.locator('.after button');
  await expect(buttons.first()).toHaveText('Review');
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
  await buttons.first().click();
  await expect(page.getByRole('region', { name: 'Review the game' })).toContainText('Accuracy', { timeout: 30_000 });
});

test('a clock runs down and ends the game', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await page.goto('/#/crosphere');
  await page.getByText('Two people here').click();
  await page.getByText('10 + 5').click();
  await page.getByLabel('Minutes each').fill('1');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Wd4');
  await page.keyboard.press('Enter');
  await expect(moveList(page)).toHaveCount(1);
  await expect(page.getByRole('timer', { name: 'Time of Green' })).toHaveText('1:05');
  await page.clock.runFor(61_000);
  await expect(page.locator('.end')).toHaveText('Pink has no time left: Green wins');
});

test('"move now" is not held up by the pause that lets the eye follow', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await page.goto('/#/crosphere');
  await page.locator('.levels label').nth(9).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  // From here on no time passes for the page: what waits for a while waits for ever.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('textbox', { name: 'Type a move' }).fill('Wd4');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move now' }).click();
  await expect(moveList(page)).toHaveCount(2);
});
