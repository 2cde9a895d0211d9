// A page whose console must stay silent, and hands to play with.

import { expect, test as base, type Page } from '@playwright/test';

import type { Engine } from '../../src/engine/client';
import type { Short } from './games';

/** The browser remarks this of a page that took some seconds to be drawn: the machine is busy. */
const BUSY = /was preloaded using link preload but not used within a few seconds/;

/** Fails a test when the page complains. */
export const test = base.extend<{ silent: void }>({
  silent: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        if ((message.type() === 'error' || message.type() === 'warning') && !BUSY.test(message.text())) complaints.push(message.text());
      });
      context.on('weberror', (error) => complaints.push(String(error.error())));
      await use();
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export type Hand = 'mouse' | 'touch' | 'keys';

/** Makes one move with cells and choices, as a person would. */
export async function makeMove(page: Page, { game, options }: Short, before: string[], move: string, hand: Hand) {
  const gesture = await page.evaluate(
    async ([game, options, before, move]) => {
      const engine = (globalThis as unknown as { agon: Engine }).agon;
      const setup = { game, options };
      const { choices } = await engine.open(setup, before);
      const board = await engine.board(setup);
      const choice = choices.find((known) => known.move === move);
      return { names: choice?.cells.map((cell) => board.cells[cell]?.name ?? ''), word: choice?.choice, alone: new Set(choices.map((known) => known.cells.join())).size === 1 };
    },
    [game, options, before, move] as const,
  );
  const button = page.getByRole('group', { name: 'Choose' }).getByRole('button', { name: gesture.word ?? '', exact: true });
  if (gesture.word !== undefined && (gesture.alone || (await button.count()) > 0)) await press(page, button, hand);
  if (!gesture.alone || gesture.word === undefined) {
    for (const name of gesture.names ?? []) await press(page, page.locator(`[data-name="${name}"]`), hand);
  }
  await expect(page.locator('[aria-current="step"]')).toHaveText(move);
}

async function press(page: Page, target: ReturnType<Page['locator']>, hand: Hand) {
  if (hand === 'keys') {
    await target.focus();
    await page.keyboard.press('Enter');
    return;
  }
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await (hand === 'mouse' ? page.mouse.click(x, y) : page.touchscreen.tap(x, y));
}

/** The moves of the main line as the list shows them. */
export function moveList(page: Page) {
  return page.locator('.moves li > .move');
}

/** Waits until the board stands, on a busy machine too. */
export async function standing(page: Page) {
  await expect(page.locator('path.cell').first()).toBeAttached({ timeout: 20_000 });
}
