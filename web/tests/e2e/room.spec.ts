// Where the board stands and how large it is, whatever the window.

import type { Page } from '@playwright/test';

import { SHORT, address } from './games';
import { expect, makeMove, standing, test } from './table';

/** The board's place on the screen, and how wide a cell is. */
function boardBox(page: Page) {
  return page.locator('svg[role="group"]').first().evaluate((svg) => {
    const { x, y, width, height } = svg.getBoundingClientRect();
    const cell = Math.min(...[...svg.querySelectorAll('path.cell')].map((path) => path.getBoundingClientRect().width));
    return { x, y, width, height, cell };
  });
}

/** Phones on their sides, and usual windows enlarged to 200 %. */
const LOW = [
  { width: 844, height: 390 },
  { width: 740, height: 360 },
  { width: 720, height: 450 },
  { width: 640, height: 360 },
];
for (const viewport of LOW) {
  test(`there is a board to play on at ${viewport.width} x ${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const { game } of SHORT) {
      for (const tab of ['', '/analyse', '/learn', '/puzzles', '/edit']) {
        await page.goto('about:blank');
        await page.goto(`/#/${game}${tab}`);
        await standing(page);
        const first = await boardBox(page);
        expect(Math.min(first.width, first.height), `${game}${tab}`).toBeGreaterThanOrEqual(200);
        expect(first.y + first.height, `${game}${tab} is in view`).toBeLessThanOrEqual(viewport.height);
        if (game === 'rithmomachia') expect(first.cell, `${game}${tab}`).toBeGreaterThanOrEqual(20);
        // It once lay down and stood up again in every frame.
        const boxes = await page.evaluate(async () => {
          const seen = new Set<string>();
          for (let frame = 0; frame < 12; frame++) {
            await new Promise((done) => requestAnimationFrame(done));
            const { width, height } = document.querySelector('path.cell')!.parentElement!.getBoundingClientRect();
            seen.add(String(width > height));
          }
          return seen.size;
        });
        expect(boxes, `${game}${tab} stays as it lies`).toBe(1);
      }
    }
  });
}

test('cells of a long board are wide enough on the smallest phones', async ({ page }) => {
  for (const viewport of [{ width: 320, height: 568 }, { width: 360, height: 640 }, { width: 320, height: 256 }]) {
    await page.setViewportSize(viewport);
    await page.goto('/#/rithmomachia');
    await standing(page);
    expect((await boardBox(page)).cell, `${viewport.width} x ${viewport.height}`).toBeGreaterThanOrEqual(20);
  }
});

/** Where the cells are on the page, however far it is scrolled. */
function cellsBox(page: Page) {
  return page.locator('.table > svg').evaluate((svg) => {
    const all = [...svg.querySelectorAll('path.cell')].map((path) => path.getBoundingClientRect());
    const edges = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y + scrollY)), Math.max(...all.map(({ right }) => right)), Math.max(...all.map(({ bottom }) => bottom + scrollY))];
    return edges.map(Math.round).join(' ');
  });
}

for (const viewport of [{ width: 1280, height: 800 }, { width: 768, height: 1024 }, { width: 360, height: 740 }, { width: 844, height: 390 }]) {
  test(`the board stays where it is during a whole game at ${viewport.width} x ${viewport.height}`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize(viewport);
    for (const short of [...SHORT, { game: 'hex', title: 'Hex', options: { size: '5', swap: 'true' }, moves: ['c3', 'swap', 'b2'] }]) {
      await page.goto('about:blank');
      await page.goto(address(short));
      await standing(page);
      await page.waitForFunction(() => agon.loaded());
      const box = await cellsBox(page);
      const stays = async (when: string) => expect(await cellsBox(page), `${short.game} ${when}`).toBe(box);
      for (const [at, move] of short.moves.entries()) {
        await makeMove(page, short, short.moves.slice(0, at), move, 'mouse');
        await stays(`after ${move}`);
        await page.keyboard.press('f');
        await stays(`turned after ${move}`);
        await page.keyboard.press('f');
      }
      await stays('at the end');
    }
  });
}

test('on a board that lies, each side is always on the same side', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  // A lesson shows only the part of the board that matters: any file will do, from its lowest rank to its highest.
  const stays = async (where: string) => {
    const cells = await page.locator('[data-name]').evaluateAll((all) => all.map((cell) => ({ name: cell.getAttribute('data-name') ?? '', left: cell.getBoundingClientRect().x })));
    const ranked = cells.map(({ name, left }) => ({ file: name[0], rank: Number(name.slice(1)), left }));
    const file = ranked.filter(({ file }) => file === ranked[0]?.file).sort((a, b) => a.rank - b.rank);
    expect(file.length, where).toBeGreaterThan(1);
    expect(file[0]!.left, where).toBeLessThan(file.at(-1)!.left);
  };
  await page.goto('/#/rithmomachia/rules');
  await standing(page);
  const printed = (words: string) => page.locator('.start text', { hasText: words }).boundingBox();
  expect((await printed('289'))!.x).toBeLessThan((await printed('361'))!.x);
  for (const tab of ['learn', 'puzzles', 'edit']) {
    await page.goto(`/#/rithmomachia/${tab}`);
    await standing(page);
    await expect(page.locator('[data-name]').first()).toBeVisible();
    await stays(tab);
  }
  await page.goto('/#/rithmomachia');
  await standing(page);
  for (const side of ['Even', 'Odd']) {
    const drawer = page.getByRole('region', { name: 'New game' });
    if (!(await drawer.isVisible())) await page.getByRole('button', { name: 'New game', exact: true }).click();
    await drawer.getByText(side, { exact: true }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('region', { name: side })).toContainText('You');
    await stays(`play as ${side}`);
  }
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Turn the board to whoever is to move').check();
  await page.goto('/#/rithmomachia?o=ruleset%3Dmodern&m=c4c5');
  await expect(page.locator('.status')).toContainText('Odd to move');
  await stays('two people at one table');
});

for (const locale of ['en', 'de']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, viewport: { width: 320, height: 640 } });
    test('no page can be scrolled sideways at 320 pixels', async ({ page }) => {
      test.setTimeout(120_000);
      for (const path of ['', ...SHORT.flatMap(({ game }) => ['', '/analyse', '/rules', '/learn', '/puzzles', '/edit'].map((tab) => game + tab))]) {
        await page.goto('about:blank');
        await page.goto(`/#/${path}`);
        await standing(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
      }
    });
  });
}

test('an address of no game leads home', async ({ page }) => {
  await page.goto('/#/chess');
  await page.getByRole('main').getByRole('link', { name: 'All games' }).click();
  await expect(page.getByRole('heading', { name: 'Rithmomachia' })).toBeVisible();
});

test('what is wrong with a link is said until it is closed', async ({ page }) => {
  await page.goto('/#/hex?m=z99');
  const said = page.getByRole('alert');
  await expect(said).toBeVisible();
  await said.getByRole('button', { name: 'Close' }).click();
  await expect(said).toBeHidden();
  await standing(page);
});
