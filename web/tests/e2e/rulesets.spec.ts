// Rulesets: chosen, named, and never taken for another; captives and moving in by every hand.

import type { Page } from '@playwright/test';

import { keptGames } from './kept';
import { expect, moveList, standing, test } from './table';

const cell = (page: Page, name: string) => page.locator(`[data-name="${name}"]`);

test('a new game names the usual ruleset, and another brings its own thresholds', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/#/rithmomachia');
  await standing(page);
  const rules = page.getByRole('combobox', { name: 'Rules', exact: true });
  await expect(rules).toHaveValue('usual');
  await rules.selectOption('own');
  const ruleset = page.getByRole('combobox', { name: 'the rules that are played' });
  const goods = page.getByRole('textbox', { name: 'captured value for a victory of goods' });
  await expect(ruleset).toHaveValue('modern');
  await goods.fill('500');
  await ruleset.selectOption('boardspace');
  await expect(goods).toHaveValue('985,1315');
  await goods.fill('900');
  await page.getByText('Two people here').click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Rules: boardspace')).toBeVisible();
  await expect.poll(async () => (await keptGames(page)).map(({ record }) => record.options)).toEqual([{ ruleset: 'boardspace', goods: '900' }]);
});

test('a link without a ruleset still means roy2020', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/#/rithmomachia?m=c13c12+c4c5');
  await standing(page);
  await expect(moveList(page)).toHaveText(['c13c12', 'c4c5']);
  await expect(page.getByText('Rules: roy2020')).toBeVisible();
});

const CAPTIVES = '/#/rithmomachia?o=ruleset%3Dfulke-1563-1&p=8/8/8/8/8/8/8/3,c9,4/8/8/8/8/8/6,C2,T6/8/8+odd+42:1:2+0:0:0+0+t42/-';
test('a captive is entered by mouse, by keys and by typing, and not by accident', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const enter of [
    async () => {
      await page.getByRole('button', { name: 'triangle 42' }).click();
      await cell(page, 'c16').click();
    },
    async () => {
      await page.locator('body').press('s');
      await cell(page, 'c16').focus();
      await expect(cell(page, 'c16')).toHaveAttribute('aria-label', /can be played/);
      await page.keyboard.press('Enter');
    },
    async () => {
      await page.getByRole('textbox', { name: 'Type a move' }).fill('t42@c16');
      await page.keyboard.press('Enter');
    },
  ]) {
    await page.goto('about:blank');
    await page.goto(CAPTIVES);
    await standing(page);
    await expect(page.getByRole('region', { name: 'Odd' }).locator('.hand')).toContainText('triangle 42');
    await cell(page, 'd9').click();
    await cell(page, 'c16').click();
    await expect(moveList(page)).toHaveCount(0);
    await enter();
    await expect(moveList(page)).toHaveText(['t42@c16']);
    await expect(cell(page, 'c16')).toHaveAttribute('aria-label', /triangle 42, Odd/);
  }
});

test('a piece moves onto an enemy that stands captured, by mouse and by keys', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const hand of ['mouse', 'keys']) {
    await page.goto('about:blank');
    await page.goto('/#/rithmomachia?o=ruleset%3Dfulke-1563-3&p=8/8/8/8/8/8/3,T9,4/3,c9,4/8/8/8/8/8/6,C2,1/8/8+odd+0:0:0+0:0:0+0');
    await standing(page);
    for (const name of ['d9', 'd10']) {
      if (hand === 'mouse') await cell(page, name).click();
      else {
        await cell(page, name).focus();
        await page.keyboard.press('Enter');
      }
    }
    await expect(moveList(page)).toHaveText(['d9d10']);
    await expect(page.locator('.status [aria-live]')).toContainText('Moving in: circle 9 from d9 takes triangle 9 on d10');
  }
});

test('the rules page leads to the line that wins by roy2020', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/#/rithmomachia/rules');
  await page.getByRole('link', { name: 'Play through the line' }).click();
  await expect(moveList(page)).toHaveCount(11);
  await expect(page.getByText('Rules: roy2020')).toBeVisible();
  await expect(page.locator('.status')).toContainText('Odd wins');
});
