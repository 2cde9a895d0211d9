// Tile Sum as a puzzle: what can be reached is told exactly, and Min takes each of its parts.

import type { Page } from '@playwright/test';

import type { Engine } from '../../src/engine/client';
import type { Part } from '../../src/engine/types';
import { expect, moveList, standing, test } from './table';

test.use({ viewport: { width: 1280, height: 900 } });

const panel = (page: Page) => page.getByRole('region', { name: 'What can be reached' });
const row = (page: Page, name: string | RegExp) => panel(page).getByRole('row', { name });
const after = (page: Page, move: string) => row(page, new RegExp(`^${move} `));

/** Begins a puzzle of the form, with Min in one of its parts. */
async function begin(page: Page, part: string, puzzle: RegExp) {
  await page.goto('/#/tilesum');
  await page.getByRole('group', { name: 'Min is' }).getByText(part).click();
  await page.getByRole('button', { name: puzzle }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await standing(page);
}

/** Plays Max's best moves against such a Min until the game is over. */
async function solve(page: Page, options: Record<string, string>, part: Part) {
  for (let made = 0; (await page.locator('.end').count()) === 0; made += 2) {
    await expect(moveList(page)).toHaveCount(made);
    const best = await page.evaluate(
      async ([options, moves, part]) => {
        const engine = (globalThis as unknown as { agon: Engine }).agon;
        const told = await engine.outlook({ game: 'tilesum', options }, moves, true);
        const worth = told.moves.map(({ outlook, outcome }) => {
          const prospect = outlook?.prospects.find((known) => known.part === part);
          return outcome ? Number(outcome.winner === 'one') : prospect ? prospect.wins / prospect.of : -1;
        });
        return told.moves[worth.indexOf(Math.max(...worth))]?.move;
      },
      [options, await moveList(page).allTextContents(), part] as const,
    );
    await page.getByRole('textbox', { name: 'Type a move' }).fill(best ?? '');
    await page.keyboard.press('Enter');
    await expect(page.locator('.end').or(moveList(page).nth(made + 1))).toBeVisible({ timeout: 10_000 });
  }
}

test('what can be forced is forced against an adversary', async ({ page }) => {
  await begin(page, 'Adversary', /^Goal 4 in 3 moves: Can be forced/);
  await expect(panel(page)).toContainText('Max can force the goal, whatever Min does.');
  await expect(panel(page)).toContainText('0 of 4');
  await expect(panel(page)).toContainText('3 moves left');
  await expect(row(page, 'Against an adversary')).toContainText('4✓enough for the goal');
  await expect(row(page, 'Against chance')).toContainText('100%');
  await expect(row(page, 'With a friend')).toContainText('6✓');
  await solve(page, { goal: '4', moves: '3' }, 'adversary');
  await expect(page.locator('.end')).toContainText('Max wins');
});

test('against chance the chance is told in thirds, and follows the draws', async ({ page }) => {
  await begin(page, 'Chance', /^Goal 6 in 3 moves: Needs luck/);
  await expect(page.getByRole('region', { name: 'Min', exact: true })).toContainText('Chance');
  await expect(panel(page)).toContainText('Max cannot force the goal, but chance may bring it.');
  await expect(row(page, 'Against an adversary')).toContainText('4✗short of the goal');
  await expect(row(page, 'Against chance')).toContainText('56%5/9 with best play');
  await solve(page, { goal: '6', moves: '3', min: 'random' }, 'chance');
  await expect(page.locator('.end')).toContainText(/(Max|Min) wins/);
});

test('with a friend everything that is possible is reached', async ({ page }) => {
  await begin(page, 'Friend', /^Goal 10 in 4 moves: Needs luck/);
  await expect(page.getByRole('region', { name: 'Min', exact: true })).toContainText('Friend');
  await expect(row(page, 'With a friend')).toContainText('10✓');
  await solve(page, { goal: '10', moves: '4' }, 'friend');
  await expect(page.locator('.end')).toContainText('Max wins');
  expect((await moveList(page).allTextContents()).filter((move) => move === '+1')).toHaveLength(3);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page)).toContainText('4 moves left');
  await expect(page.getByRole('region', { name: 'Max', exact: true })).toContainText('You');
});

test('analysis and hints tell what each move leads to', async ({ page }) => {
  await page.goto(`/#/tilesum/analyse?o=${encodeURIComponent('goal=12 min=random')}&m=${encodeURIComponent('u 0')}`);
  await standing(page);
  await expect(after(page, 'u')).toContainText('37% 10/27');
  await expect(after(page, 'd')).toContainText('0%');
  await expect(page.locator('.table svg .label text')).toHaveText(['37%', '0%', '0%']);
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '37');
  await page.goto(`/#/tilesum?o=${encodeURIComponent('goal=10')}&m=${encodeURIComponent('u 0')}`);
  await expect(row(page, 'Against chance')).toContainText('2/3');
  await expect(panel(page).getByText('After each move')).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(page.locator('.table svg circle[r="40"][fill="none"]')).toHaveCount(1, { timeout: 10_000 });
  await page.keyboard.press('h');
  await expect(panel(page).getByText('After each move')).toBeVisible();
  await expect(page.locator('.table svg .label text')).toHaveText(['9 ✗']);
});

test('what is too large is not computed, and puzzles set by hand are judged', async ({ page }) => {
  const board = Array.from({ length: 25 }, (_, at) => (at % 3) - 1).join();
  await page.goto(`/#/tilesum?o=${encodeURIComponent(`size=5 board=${board} moves=99 goal=999`)}`);
  await expect(row(page, 'Against chance')).toContainText('too many moves to compute');
  await page.goto('/#/tilesum');
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  await page.getByLabel(/^Rules/).selectOption('own');
  await page.getByLabel('the score that wins for Max').fill('99');
  await expect(page.getByText('Goal 99 in 5 moves.')).toBeVisible();
  await expect(page.getByText('The goal is out of reach, even with a friend.')).toBeVisible();
});
