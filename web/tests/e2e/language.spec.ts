import AxeBuilder from '@axe-core/playwright';

import { kept, visit } from './agon';
import { SHORT, address } from './games';
import { expect, moveList, standing, test } from './table';

const speaks = (language: string) => ['lang', language] as const;

test('German is chosen on the home page and remembered', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/#/');
  await standing(page);
  await expect(page.locator('html')).toHaveAttribute(...speaks('en'));
  expect(await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /\/de-/.test(name)).length)).toBe(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(page.locator('html')).toHaveAttribute(...speaks('de'));
  await expect(page.getByRole('dialog', { name: 'Einstellungen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spiele mit Zahlen und Steinen');
  await expect(page.getByText('Schlage Zahlen durch Rechnen')).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute(...speaks('de'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spiele mit Zahlen und Steinen');
});

test('a language is changed in the middle of a game, which goes on', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const [, , short] = SHORT;
  await page.goto(address(short!, ['Wa1', 'Wb1']));
  await standing(page);
  await expect(page.locator('.status')).toContainText('Green to move');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('region', { name: 'Einstellungen' })).toBeVisible();
  await expect(page.locator('.status')).toContainText('Grün am Zug');
  await expect(page.locator('[data-name="b1"]')).toHaveAttribute('aria-label', 'b1, Stein, gemeinsam');
  await page.getByRole('button', { name: 'Schließen' }).click();
  await expect(moveList(page)).toHaveText(['Wa1', 'Wb1']);
  await page.getByRole('group', { name: 'Wählen' }).getByRole('button', { name: 'schwach' }).click();
  await page.locator('[data-name="b3"]').click();
  await page.locator('[data-name="c1"]').click();
  await expect(page.locator('.status')).toContainText('Rosa gewinnt: eine Kette verbindet beide Ränder (3 Steine von links nach rechts)');
  await page.getByRole('textbox', { name: 'Zug eingeben' }).fill('Wa2');
  await page.getByRole('button', { name: 'Ziehen', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Die Partie ist zu Ende.');
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByLabel('Sprache').selectOption('en');
  await expect(page.locator('.status')).toContainText('Pink wins: a chain joins both edges');
});

test.describe('where the browser asks for German', () => {
  test.use({ locale: 'de-AT' });

  test('the rules are German, with the same boards and links', async ({ page }) => {
    await page.goto('/#/rithmomachia/rules');
    await expect(page.getByRole('heading', { name: 'Begegnung' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute(...speaks('de'));
    await page.getByRole('link', { name: 'Woher es kommt' }).first().click();
    await expect(page.getByRole('heading', { name: 'Woher es kommt' })).toBeInViewport();
    await page.getByRole('heading', { name: 'Hinterhalt', exact: true }).scrollIntoViewIfNeeded();
    await page.locator('#ambush').getByRole('button', { name: 'd5d6 zeigen' }).click();
    await expect(page.locator('figcaption', { hasText: /Hinterhalt: (9 \+ 16|16 \+ 9) = 25/ })).toBeVisible();
  });

  test('a lesson is the same exercise', async ({ page }) => {
    await page.goto('/#/rhythmomachy/learn');
    await standing(page);
    await page.getByRole('button', { name: 'Die Summe' }).click();
    await page.locator('[data-name="c3"]').click();
    await page.locator('[data-name="d3"]').click();
    await expect(page.locator('.told')).toContainText('Schlag: 4 + 8 = 12, mit Kreis 8 auf f5, schlägt Quadrat 12 auf e4');
    await expect(page.locator('.answer')).toContainText('Der geschlagene Stein wechselt die Seite');
  });

  test('numbers and percentages are written the German way', async ({ page }) => {
    await page.goto(`/#/tilesum/analyse?${new URLSearchParams({ o: 'min=random goal=13' })}`);
    await standing(page);
    await expect(page.getByRole('row', { name: /Gegen den Zufall/ })).toContainText('56\u00a0%');
  });

  test('what the engine refuses is said in German', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address(SHORT[3]!));
    await standing(page);
    await page.getByRole('textbox', { name: 'Zug eingeben' }).fill('a1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('„a1“ ist hier nicht erlaubt: er berührt keinen Stein und muss einen Stein berühren');
  });

  for (const path of ['/#/', '/#/rithmomachia', '/#/tilesum/puzzles', '/#/crosphere/rules', '/#/andantino/learn']) {
    test(`${path} is accessible in German`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      await standing(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    });
  }

  test('German words fit on a small phone', async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 360, height: 740 });
    const fits = async (what: string) => {
      const cut = await page.evaluate(() => {
        const labels = [...document.querySelectorAll<HTMLElement>('a, button, label.button, th, h1, h2')];
        const wide = labels.filter((label) => label.clientHeight > 1 && label.scrollWidth > label.clientWidth + 1);
        return [...wide.map((label) => label.textContent), ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])];
      });
      expect(cut, what).toEqual([]);
    };
    const tabs = ['', '/analyse', '/rules', '/learn', '/puzzles', '/edit'];
    for (const path of ['/#/', ...tabs.map((tab) => `/#/rithmomachia${tab}`), '/#/tilesum/analyse', '/#/tilesum/puzzles', '/#/crosphere/edit']) {
      await page.goto('about:blank');
      await page.goto(path);
      await standing(page);
      await fits(path);
    }
    await page.goto(address(SHORT[2]!));
    await standing(page);
    await page.getByRole('button', { name: 'Neue Partie', exact: true }).click();
    await fits('Neue Partie');
    for (const drawer of ['Teilen und Dateien', 'Einstellungen']) {
      await page.getByRole('button', { name: 'Mehr', exact: true }).click();
      await page.getByRole('button', { name: drawer, exact: true }).click();
      await fits(drawer);
    }
  });
});

test('after one visit German is there without a network', async ({ page, context }) => {
  await visit(page);
  await kept(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html')).toHaveAttribute(...speaks('de'));
  await page.goto('/#/tilesum/rules');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Was zu erreichen ist' })).toBeVisible();
});
