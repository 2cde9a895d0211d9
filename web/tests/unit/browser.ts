// A browser to test with: a database as browsers have it, `localStorage`, and tabs that share both.

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { vi } from 'vitest';

/** Texts by their names, as browsers keep them. */
class Entries {
  [key: string]: unknown;
  getItem = (key: string) => (Object.hasOwn(this, key) && key.startsWith('agon/') ? (this[key] as string) : null);
  setItem = (key: string, value: string) => void (this[key] = value);
  removeItem = (key: string) => void delete this[key];
}

/** Begins with an empty browser, or with these entries. */
export function openBrowser(entries: Record<string, string> = {}) {
  const storage = new Entries();
  for (const name of ['getItem', 'setItem', 'removeItem']) Object.defineProperty(storage, name, { enumerable: false });
  Object.assign(storage, entries);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  return storage;
}

/** A page of its own: what it holds in memory no other tab sees. */
export async function openTab() {
  vi.resetModules();
  const [store, { Keeper }, database, local, notices, backup] = await Promise.all([
    import('../../src/game/store'),
    import('../../src/game/keeper'),
    import('../../src/storage/database'),
    import('../../src/storage/local'),
    import('../../src/storage/notice.svelte'),
    import('../../src/storage/backup'),
  ]);
  return { ...store, Keeper, ...database, local, notices, ...backup };
}
