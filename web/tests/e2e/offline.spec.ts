// After one visit everything works without a network, and a new version
// comes with the next load.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, type Page, test } from '@playwright/test';

import { GAMES, kept, ready, visit } from './agon';

test('after one visit the app and the engine work without a network', async ({ page, context }) => {
  await visit(page);
  await kept(page);
  await context.setOffline(true);
  for (const path of ['/', ...GAMES.map((game) => `/#/${game}`)]) {
    await page.goto(path);
    await page.reload();
    await ready(page);
  }
  for (const game of GAMES) {
    const best = await page.evaluate(
      async (game) => (await agon.think({ game }, [], 'best', { nodes: 1000 }).result).best,
      game,
    );
    expect(best, game).toBeTruthy();
  }
});

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** Serves the app as if it were of some version. */
function versions(): { server: Server; use(version: number): void } {
  let version = 1;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = extname(path) ? path : '/index.html';
    try {
      let body: Buffer | string = readFileSync(`${dist}${file}`);
      if (file === '/index.html') body = body.toString().replace('<title>', `<meta name="build" content="${version}"><title>`);
      if (file === '/sw.js') body = body.toString().replace(/VERSION = '\w+'/, `VERSION = '${version}'`);
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return { server, use: (next) => (version = next) };
}

/** Waits until the version that holds its files in this cache has taken over. */
async function updated(page: Page, cache: string): Promise<void> {
  const hasTakenOver = async (cache: string) => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!;
    return (await caches.has(cache)) && !installing && !waiting && active?.state === 'activated';
  };
  await expect.poll(() => page.evaluate(hasTakenOver, cache), { timeout: 30_000 }).toBe(true);
}

test('a new version is fetched in the background and shown at the next load', async ({ page }) => {
  const { server, use } = versions();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const shown = () => page.locator('meta[name=build]').getAttribute('content');
  try {
    await page.goto(url);
    await kept(page);
    expect(await shown()).toBe('1');
    use(2);
    await page.reload();
    expect(await shown()).toBe('1');
    await updated(page, 'agon-2');
    await page.reload();
    await ready(page);
    expect(await shown()).toBe('2');
    // The version before is kept for pages that still show it, those before that are not.
    use(3);
    await page.reload();
    await updated(page, 'agon-3');
    expect(await page.evaluate(() => caches.keys())).toEqual(['agon-2', 'agon-3']);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
