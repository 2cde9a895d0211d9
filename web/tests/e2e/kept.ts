// What the browser really keeps, and what can be wrong with it.

import type { Page } from '@playwright/test';

import type { Saved } from '../../src/game/store';

/** All games in the database, as they are. */
export function keptGames(page: Page): Promise<Saved[]> {
  return page.evaluate(
    () =>
      new Promise<Saved[]>((done) => {
        const opening = indexedDB.open('agon');
        // There is none yet, and it is not for a test to make it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => done([]);
        opening.onsuccess = () => {
          const db = opening.result;
          const all = db.transaction('games').objectStore('games').getAll();
          all.onsuccess = () => {
            db.close();
            done(all.result as Saved[]);
          };
        };
      }),
  );
}

/** A page of the same origin without the app. */
export async function besides(page: Page) {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }));
  await page.goto('/blank');
}

/** Writes entries as an older version or another hand left them. */
export async function leave(page: Page, entries: Record<string, string>) {
  await besides(page);
  await page.evaluate((entries) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, value)), entries);
}

/** Fills `localStorage` to the last byte. */
export function fill(page: Page) {
  return page.evaluate(() => {
    let size = 2 ** 20;
    for (let n = 0; size > 0; ) {
      try {
        localStorage.setItem(`filler${n}`, 'x'.repeat(size));
        n++;
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
}

/** Makes room again. */
export function clear(page: Page) {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('filler')).forEach((key) => localStorage.removeItem(key)));
}
