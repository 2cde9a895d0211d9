import { SHORT, address } from './games';
import { expect, moveList, standing, test } from './table';

test.use({ viewport: { width: 1280, height: 800 } });

test('analysis shows chances, best lines and an arrow', async ({ page }) => {
  await page.goto(address(SHORT[2]!, ['Wa1']).replace('crosphere?', 'crosphere/analyse?'));
  await standing(page);
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', /\d+/);
  const first = page.getByRole('region', { name: 'Best lines' }).locator('li').first();
  await expect(first).toContainText(/[SW][abc][123]/, { timeout: 10_000 });
});

test('every one of the best lines is a whole line, and pointing at a move shows where it leads', async ({ page }) => {
  await page.goto(address(SHORT[2]!, ['Wa1']).replace('crosphere?', 'crosphere/analyse?'));
  await standing(page);
  const region = page.getByRole('region', { name: 'Best lines' });
  await region.getByLabel('Lines').selectOption('2');
  await expect(region.locator('li')).toHaveCount(2, { timeout: 10_000 });
  const second = region.locator('li').nth(1).getByRole('button');
  await expect(second.nth(1)).toBeVisible({ timeout: 10_000 });
  expect(await second.first().textContent()).not.toBe(await region.locator('li').first().getByRole('button').first().textContent());
  const stones = page.locator('.table svg [data-cell][aria-label*="stone"]');
  const before = await stones.count();
  await second.nth(1).hover();
  await expect(stones).toHaveCount(before + 2);
  await page.mouse.move(0, 0);
  await expect(stones).toHaveCount(before);
});

test('a game is looked back at, and mistakes are tried again', async ({ page }) => {
  const short = SHORT[1]!;
  await page.goto(address(short, short.moves).replace('rhythmomachy?', 'rhythmomachy/analyse?'));
  await standing(page);
  await page.getByRole('button', { name: 'Review the game' }).click();
  const table = page.getByRole('region', { name: 'Review the game' });
  await expect(table.getByRole('row', { name: /Accuracy/ })).toContainText('%', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Retry your mistakes' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Retry your mistakes' }).click();
  await expect(table).toContainText('find a better move');
  const before = await moveList(page).count();
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(moveList(page)).toHaveCount(before);
});

test('a hint shows first the piece, then the move', async ({ page }) => {
  await page.goto(address(SHORT[1]!));
  await standing(page);
  await page.keyboard.press('h');
  await expect(page.locator('.table svg circle[r="40"][fill="none"]')).toHaveCount(1, { timeout: 10_000 });
  await page.keyboard.press('h');
  await expect(page.locator('.table svg circle[r="40"][fill="none"]')).toHaveCount(0);
});

for (const { game, title } of SHORT) {
  test(`the first lesson of ${title} is done`, async ({ page }) => {
    await page.goto(`/#/${game}/learn`);
    await standing(page);
    await expect(page.getByText(/^1 of \d+/)).toBeVisible();
    const label = page.locator('[data-cell][aria-label*="can "]').first();
    await label.focus();
    await page.keyboard.press('Enter');
    const target = page.locator('[data-cell][aria-label*="can go here"]').first();
    if ((await target.count()) > 0) {
      await target.focus();
      await page.keyboard.press('Enter');
    }
    await expect(page.locator('.answer')).not.toBeEmpty();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText(/^2 of \d+/)).toBeVisible();
  });
}

test('the rules are on a page of their own', async ({ page }) => {
  await page.goto('/#/crosphere/rules');
  await expect(page.getByRole('heading', { name: 'Crosphere', level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Notation' }).click();
  await expect(page.getByRole('heading', { name: 'Notation' })).toBeInViewport();
});

test('a search is walked through: what it tried, what it skipped and why', async ({ page }) => {
  await page.goto('/#/crosphere/analyse?o=size%3D3%20strong%3D1&m=Wa1');
  await standing(page);
  await page.getByRole('button', { name: 'Watch a search' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Watch a search' });
  await expect(panel.getByText(/^Best: [SW][abc][123]/)).toBeVisible();
  await expect(panel.locator('.skipped').first()).toBeAttached({ timeout: 10_000 });
  await panel.getByRole('slider', { name: 'Step of the search' }).fill('1');
  await expect(panel.locator('.now')).toHaveCount(1);
  await panel.getByLabel('Algorithm').selectOption('mcts');
  await panel.getByLabel('Random games').fill('200');
  await panel.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(panel.locator('button', { hasText: 'the position' })).toContainText('200 ×', { timeout: 10_000 });
});

test('a search that its budget ended says so', async ({ page }) => {
  await page.goto('/#/crosphere/analyse');
  await standing(page);
  await page.getByRole('button', { name: 'Watch a search' }).click();
  const panel = page.getByRole('region', { name: 'Watch a search' });
  await panel.getByLabel('Positions at most').fill('150');
  await panel.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(panel.getByText('1 ply deep')).toBeVisible();
  await expect(panel.getByText('That many positions are not enough for 2 plies.')).toBeVisible();
});

test('what a move would capture is ringed and told before it is made', async ({ page }) => {
  await page.goto(`/#/rhythmomachy?p=${encodeURIComponent('8/7,c63/8/5,C8,2/4,s12,3/2,C4,5/8/8 w 0 0 0 0 0')}`);
  await standing(page);
  await page.locator('[data-name="c3"]').click();
  await expect(page.locator('[data-name="d3"]')).toHaveAttribute('aria-label', /can go here and capture/);
  await page.locator('[data-name="d3"]').hover();
  await expect(page.locator('.ring.sure')).toHaveCount(1);
  await expect(page.locator('.aim').last()).toContainText('4 + 8 = 12, with the circle 8 on f5, takes the square 12 on e4');
});
