import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { SHORT, address } from './games';
import { expect, standing, test } from './table';

const PAGES = ['/#/', ...SHORT.flatMap(({ game }) => ['', '/analyse', '/rules', '/learn', '/puzzles', '/edit'].map((tab) => `/#/${game}${tab}`))];
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** What is wrong with a page, in the light or in the dark, a line each. */
async function faults(page: Page): Promise<string[]> {
  const bright = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await new AxeBuilder({ page }).analyze();
  return [...bright.violations, ...dark.violations].map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`);
}

test.describe('for everyone', () => {
  test.use({ reducedMotion: 'reduce' });
  for (const path of PAGES) {
    test(`${path} is accessible`, async ({ page }) => {
      await page.goto(path);
      await standing(page);
      expect(await faults(page)).toEqual([]);
    });
  }
  for (const drawer of ['New game', 'Share and files', 'Settings', 'Keys']) {
    test(`${drawer} is accessible`, async ({ page }) => {
      await page.goto(address(SHORT[2]!));
      await standing(page);
      await page.getByRole('button', { name: drawer, exact: true }).click();
      expect(await faults(page)).toEqual([]);
    });
  }
});

/** How far a page is too wide, and how much of it has moved since it was opened. */
function measure(page: Page, time: number): Promise<{ over: number; shift: number }> {
  // From the beginning, since it is chance when a test notices that the board stands.
  return page.evaluate(
    (time) =>
      new Promise((done) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done({ over: document.documentElement.scrollWidth - innerWidth, shift }), time);
      }),
    time,
  );
}

for (const viewport of SIZES) {
  test(`nothing overflows or jumps at ${viewport.width} x ${viewport.height}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(viewport);
    for (const path of PAGES) {
      await page.goto('about:blank');
      await page.goto(path);
      await standing(page);
      const analysing = path.endsWith('/analyse');
      if (analysing) await expect(page.getByRole('region', { name: 'Best lines' }).locator('li')).not.toHaveCount(0, { timeout: 10_000 });
      // Where a search reports, until it has done so a few times.
      const { over, shift } = await measure(page, analysing ? 750 : 250);
      expect(over, `${path} is too wide`).toBeLessThanOrEqual(0);
      expect(shift, `${path} jumps`).toBeLessThan(0.01);
    }
  });
}

test.describe('on a slow machine', () => {
  /** What comes late, and by how many milliseconds: each by itself, the fonts and the engine last. */
  const LATE: [RegExp, number][] = [
    [/\.woff2$/, 900],
    [/\.wasm$/, 700],
    [/\/(Rules|Learn|Puzzles|Edit|Drawers)-[^/]*\.js$/, 200],
    [/\/assets\/.*\.js$/, 400],
  ];
  /** What the first script asks for. */
  const FIRST = /\/(index|page|worker|preload-helper)-[^/]*\.js$/;
  for (const viewport of SIZES) {
    // A long board lies differently at each size; the others are laid out alike.
    for (const { game } of viewport === SIZES[0] ? [SHORT[0]!, SHORT[4]!, SHORT[6]!] : [SHORT[0]!]) {
      test(`nothing of ${game} jumps at ${viewport.width} x ${viewport.height}`, async ({ page }) => {
        await page.setViewportSize(viewport);
        // A service worker would fetch what is to come late.
        await page.addInitScript(() => {
          if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new Error('none'));
        });
        await page.route('**/*', async (route) => {
          const url = route.request().url();
          const late = FIRST.test(url) ? 0 : (LATE.find(([pattern]) => pattern.test(url))?.[1] ?? 0);
          await new Promise((done) => setTimeout(done, late));
          await route.continue();
        });
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        for (const path of PAGES.filter((path) => path.split('/')[2] === game)) {
          await page.goto('about:blank');
          await page.goto(path);
          await standing(page);
          await page.waitForFunction(() => agon.loaded());
          await page.waitForLoadState('networkidle');
          expect((await measure(page, 400)).shift, `${path} jumps`).toBeLessThan(0.01);
        }
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  }
});

test('a long board lies along the longer side of its place', async ({ page }) => {
  const across = async () => {
    const box = await page.locator('.table > svg path.cell').first().evaluate((cell) => {
      const all = [...(cell.parentElement?.querySelectorAll('path.cell') ?? [])].map((path) => path.getBoundingClientRect());
      const width = Math.max(...all.map(({ right }) => right)) - Math.min(...all.map(({ left }) => left));
      const height = Math.max(...all.map(({ bottom }) => bottom)) - Math.min(...all.map(({ top }) => top));
      return width / height;
    });
    return box;
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address(SHORT[0]!));
  await standing(page);
  expect(await across()).toBeCloseTo(2, 1);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(across).toBeCloseTo(0.5, 1);
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const tab of ['puzzles', 'edit']) {
    await page.goto(`/#/rithmomachia/${tab}`);
    await expect.poll(() => across().catch(() => 0)).toBeCloseTo(0.5, 1);
  }
});

test('the settings can be reached from every page, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [at, path] of ['', 'crosphere/rules', 'crosphere/learn', 'crosphere/puzzles', 'crosphere/edit'].entries()) {
    const theme = at % 2 === 0 ? 'dark' : 'light';
    await page.goto(`/#/${path}`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Colours').selectOption(theme);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Colours')).toBeHidden();
  }
});

test('the board turns, and themes and settings are remembered', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(address(SHORT[1]!));
  await standing(page);
  const top = async () => (await page.locator('[data-name="a8"]').boundingBox())!.y < (await page.locator('[data-name="a1"]').boundingBox())!.y;
  expect(await top()).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(top).toBe(false);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Colours').selectOption('dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
