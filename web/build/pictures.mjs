// Pictures of the app in every state, to be looked at: `npm run pictures [WORD...]`.
// A word names a game, a size (phone, tablet, desk), a theme (light, dark) or a
// state; only pictures that fit are taken. They are in pictures/, with a sheet of
// each size and theme. AGON_URL names the server.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { chromium } from '@playwright/test';

const base = process.env.AGON_URL ?? 'http://localhost:8080';
const folder = resolve('pictures');
const played = JSON.parse(readFileSync(new URL('../src/lessons/showcase.json', import.meta.url), 'utf8'));

const SIZES = { phone: [360, 740], tablet: [768, 1024], desk: [1440, 900] };
const THEMES = ['light', 'dark'];
/** How many pictures stand side by side on a sheet, how wide and at most how high each is, and how many a sheet has. */
const SHEET = { phone: [8, 225, 700, 8], tablet: [4, 400, 540, 8], desk: [2, 800, 500, 4] };
/** Games to their ends, as the tests play them. */
const ENDED = {
  rithmomachia: '?o=ruleset%3Droy2020+body%3D1&m=h14e11+e4f5+h15h11+e3e4+h11e8',
  rhythmomachy: '?o=captures%3D1+points%3D0&m=b3d4+f3f4+f1g2+h6g4',
  crosphere: '?o=size%3D3+strong%3D1&m=Wa1+Wb1+Wb3+Wc1',
  andantino: '?o=side%3D4&m=c4+c3+b3+d5+d3+b2+e4+e5+a2+a1',
  hex: '?o=size%3D3&m=b1+c1+a2+b2+a3',
  connect4: '?m=1+2+1+2+1+2+1',
  tilesum: '?o=goal%3D3&m=u+-1+u',
};

const press = (name) => (page) => page.getByRole('button', { name, exact: true }).click();
/** States by name: the address after the game, and what is done there. */
const STATES = {
  fresh: [() => ''],
  playing: [(game) => half(game)],
  analysing: [(game) => `/analyse${half(game)}`, (page) => page.waitForTimeout(1200)],
  threat: [(game) => `/analyse${half(game)}`, (page) => page.keyboard.press('x').then(() => page.waitForTimeout(1200))],
  explorer: [
    (game) => `/analyse${half(game)}`,
    async (page) => {
      await press('Watch a search')(page);
      await press('Search')(page);
      await page.locator('.steps').waitFor({ timeout: 20_000 });
    },
  ],
  over: [(game) => ENDED[game]],
  review: [
    (game) => `/analyse${ENDED[game]}`,
    async (page) => {
      await press('Review the game')(page);
      await page.getByRole('button', { name: 'Review the game' }).waitFor({ timeout: 20_000 });
    },
  ],
  picked: [(game) => half(game), (page) => page.locator('.grab').first().click({ timeout: 2000 })],
  new: [
    () => '',
    async (page) => {
      if (!(await page.getByRole('region', { name: 'New game' }).isVisible())) await press('New game')(page);
      await page.locator('.drawer select').last().selectOption('own');
    },
  ],
  share: [(game) => half(game), press('Share and files')],
  settings: [(game) => half(game), press('Settings')],
  keys: [(game) => half(game), (page) => page.keyboard.press('?')],
  edit: [() => '/edit'],
  puzzles: [() => '/puzzles'],
  learn: [() => '/learn'],
  rules: [() => '/rules'],
};

function half(game) {
  const moves = played[game] ?? [];
  return `?m=${moves.slice(0, Math.ceil(moves.length / 2)).map(encodeURIComponent).join('+')}`;
}

const words = process.argv.slice(2);
const wanted = (names) => names.filter((name) => !words.some((word) => names.includes(word)) || words.includes(name));
const games = wanted(Object.keys(ENDED));
const states = wanted(['home', ...Object.keys(STATES)]);

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const size of wanted(Object.keys(SIZES))) {
  for (const theme of wanted(THEMES)) {
    const [width, height] = SIZES[size];
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' });
    const taken = [];
    const take = async (name, address, act) => {
      const page = await context.newPage();
      await page.addInitScript(() => {
        localStorage.clear();
        indexedDB.deleteDatabase('agon');
      });
      await page.goto(base + address);
      try {
        await page.locator('path.cell').first().waitFor({ timeout: 20_000 });
        await act?.(page);
        await page.waitForTimeout(250);
      } catch (error) {
        console.error(`${size} ${theme} ${name}: ${error.message.split('\n')[0]}`);
      }
      const file = `${size}-${theme}-${name}.png`;
      await page.screenshot({ path: `${folder}/${file}`, fullPage: size === 'phone' });
      taken.push(file);
      await page.close();
    };
    if (states.includes('home')) await take('home', '/#/');
    for (const game of games) {
      for (const state of states.filter((name) => name !== 'home')) {
        const [address, act] = STATES[state];
        await take(`${game}-${state}`, `/#/${game}${address(game)}`, act);
      }
    }
    await context.close();
    for (let at = 0; at < taken.length; at += SHEET[size][3]) await sheet(`${size}-${theme}-${at}`, taken.slice(at, at + SHEET[size][3]), SHEET[size]);
  }
}
await browser.close();

/** All pictures on one page, each under its name. */
async function sheet(name, files, [columns, width, height]) {
  const cell = (file) => `<figure><figcaption>${file}</figcaption><img src="${file}"></figure>`;
  const style = `body{margin:8px;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:12px;font:12px sans-serif;background:#888}figure{margin:0}img{width:100%;max-height:${height}px;object-fit:cover;object-position:top}`;
  writeFileSync(`${folder}/${name}.html`, `<style>${style}</style>${files.map(cell).join('')}`);
  const page = await browser.newPage({ viewport: { width: columns * (width + 12) + 16, height: 800 } });
  await page.goto(pathToFileURL(`${folder}/${name}.html`).href);
  await page.screenshot({ path: `${folder}/sheet-${name}.png`, fullPage: true });
  await page.close();
}
