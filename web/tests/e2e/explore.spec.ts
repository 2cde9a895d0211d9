// The page on which a search is drawn and walked through.

import AxeBuilder from '@axe-core/playwright';

import { visit } from './agon';
import { expect, test } from './table';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
  { width: 844, height: 390 },
];

for (const viewport of SIZES) {
  test(`board, tree and buttons are one view at ${viewport.width}x${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/#/connect4/explore');
    const tree = page.getByRole('group', { name: 'Search tree' });
    await expect(tree.getByRole('button')).toHaveCount(39);
    for (const part of [page.getByRole('img', { name: 'Board of Connect Four' }), tree, page.getByRole('button', { name: 'One step on' }), page.getByRole('button', { name: 'Next cut-off' })]) {
      await expect(part).toBeInViewport({ ratio: 0.95 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}

test('a search is walked through from cut-off to cut-off, with its bounds', async ({ page }) => {
  await page.goto('/#/connect4/explore');
  const tree = page.getByRole('group', { name: 'Search tree' });
  await expect(tree.getByRole('button')).toHaveCount(39);
  await expect(page.getByText('Press Play')).toBeVisible();
  await page.getByRole('button', { name: 'One step on' }).click();
  await expect(page.getByText('α = −∞')).toBeVisible();
  await page.getByRole('button', { name: 'Next cut-off' }).click();
  await expect(page.getByText('Cut-off:')).toBeVisible();
  await expect(page.getByText('α has reached β')).toBeVisible();
  const skipped = tree.getByRole('button', { name: /skipped/ });
  const first = await skipped.count();
  expect(first).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Next cut-off' }).click();
  expect(await skipped.count()).toBeGreaterThan(first);
  await skipped.first().locator('.reach').click();
  await expect(page.getByText('Alpha-beta never looks at this position')).toBeVisible();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.getByText('Done. The best move is 2')).toBeVisible();
  await expect(page.getByText('Positions so far: 18 of 18. Minimax needs 38.')).toBeVisible();
  await expect(page.getByRole('row', { name: '3 38 18 53%' })).toBeVisible();
});

test('nodes are reached with the arrow keys, and the board follows', async ({ page }) => {
  await page.goto('/#/connect4/explore');
  const tree = page.getByRole('group', { name: 'Search tree' });
  await expect(tree.getByRole('button')).toHaveCount(39);
  await page.getByRole('button', { name: 'To the end' }).click();
  await tree.getByRole('button', { name: /^The position/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'After 2' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'After 3' })).toBeVisible();
  await expect(page.locator('[data-key="3"]')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-key=""]')).toBeFocused();
});

test('random games grow their tree visit by visit', async ({ page }) => {
  await page.goto('/#/connect4/explore');
  await page.getByRole('combobox', { name: 'Search', exact: true }).selectOption('mcts');
  const root = page.locator('[data-key=""]');
  await expect(page.getByText(/^Game 0 of [1-9]\d/)).toBeVisible({ timeout: 30_000 });
  for (const games of [1, 2, 3]) {
    await page.getByRole('button', { name: 'One step on' }).click();
    await expect(root).toHaveAttribute('aria-label', new RegExp(`: ${games} ×`));
    await expect(page.getByText(/The random game from there/)).toBeVisible();
  }
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('fast');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(root).toHaveAttribute('aria-label', /: ([5-9]|\d\d) ×/);
});

test('another position is taken over from the analysis', async ({ page }) => {
  await page.goto('/#/crosphere/analyse?o=size%3D3%20strong%3D1&m=Wa1');
  await page.getByRole('button', { name: 'Watch a search' }).click();
  await page.getByRole('link', { name: 'Open in the search explorer' }).click();
  await expect(page.getByRole('combobox', { name: 'Position', exact: true })).toHaveValue('own');
  await expect(page.getByRole('group', { name: 'Search tree' }).getByRole('button').first()).toBeVisible({ timeout: 20_000 });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing is wrong for those who hear it, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await visit(page, '/#/connect4/explore');
    await expect(page.getByRole('group', { name: 'Search tree' }).getByRole('button')).toHaveCount(39);
    await page.getByRole('button', { name: 'Next cut-off' }).click();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
}
