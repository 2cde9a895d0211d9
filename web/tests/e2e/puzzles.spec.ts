import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import type { Engine } from '../../src/engine/client';
import type { Options } from '../../src/engine/types';
import andantino from '../../src/puzzles/andantino.json' with { type: 'json' };
import crosphere from '../../src/puzzles/crosphere.json' with { type: 'json' };
import { expect, standing, test } from './table';

test.use({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });

const first = andantino[0]!;
const answer = (page: Page) => page.locator('.answer');
const press = (page: Page, cell: string) => page.locator(`[data-name="${cell}"]`).click();

async function open(page: Page) {
  await page.goto(`/#/andantino/puzzles?p=${encodeURIComponent(first.position)}`);
  await standing(page);
  await expect(page.getByRole('heading', { name: 'Puzzle 1' })).toBeVisible();
}

test('a puzzle is solved by its stored line, and that is remembered', async ({ page }) => {
  await open(page);
  await expect(page.getByText(`to move and win in ${(first.win_in + 1) / 2} moves`)).toBeVisible();
  for (const [ply, move] of first.moves.entries()) {
    if (ply % 2 === 0) await press(page, move);
    else await expect(answer(page)).toContainText(`answers ${move}`);
  }
  await expect(answer(page)).toContainText('Solved.');
  await page.reload();
  await expect(page.getByText(`1 of ${andantino.length} solved`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Puzzle 1, solved' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Puzzle 2' })).toBeVisible();
});

test('a wrong move is refuted in words, and can be taken back', async ({ page }) => {
  await open(page);
  const cells = page.locator('[data-cell][aria-label*="can be played"]');
  const names = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-name')));
  await press(page, names.find((name) => name !== first.moves[0]) ?? '');
  await expect(answer(page)).toContainText(/answers \w+, and nothing wins in time any more/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cells).toHaveCount(names.length);
});

test('hints come in two steps, and the solution is shown', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(answer(page)).toContainText('It ends like this');
  await expect(answer(page)).not.toContainText(first.moves[0]!);
  await page.getByRole('button', { name: 'Another hint' }).click();
  await expect(answer(page)).toContainText(`The move is ${first.moves[0]}.`);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(answer(page)).toContainText(first.moves.join(' '));
  await expect(page.getByText(`0 of ${andantino.length} solved`)).toBeVisible();
});

test('a puzzle of Crosphere shows the strong stones that are left', async ({ page }) => {
  await page.goto('/#/crosphere/puzzles');
  await standing(page);
  const all = await page.evaluate(async (puzzles: { options: Options; position: string }[]) => {
    const { agon } = globalThis as unknown as { agon: Engine };
    const states = await Promise.all(puzzles.map(({ options, position }) => agon.open({ game: 'crosphere', options, position }, [])));
    return states.map(({ scene }) => scene.hands.flatMap(({ count }) => count ?? []));
  }, crosphere as { options: Options; position: string }[]);
  const at = all.findIndex(([one = 0, two = 0]) => one !== two);
  const left = all[at]!;
  await page.goto(`/#/crosphere/puzzles?p=${encodeURIComponent(crosphere[at]!.position)}`);
  await expect(page.locator('.words .hands')).toHaveText(new RegExp(`^Green ${left[0]}\\s+Pink ${left[1]}\\s+in hand$`));
});

test('where a game has goals, its puzzles are those of the new game', async ({ page }) => {
  await page.goto('/#/tilesum');
  await standing(page);
  await page.getByRole('link', { name: 'Puzzles' }).click();
  const form = page.getByRole('region', { name: 'New game' });
  await expect(form.getByText('highest goals')).toBeVisible();
  await form.getByRole('button', { name: 'Start' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/#\/tilesum$/);
});
