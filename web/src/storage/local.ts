// The browser's `localStorage`, which may be blocked, full, or hold anything at all.
// Nothing else in the app speaks to it. What cannot be kept lasts for the visit.

import { tell, type What } from './notice.svelte';

/** Where entries that could not be read are set aside, as they were. */
export const DAMAGED = 'agon/damaged/';

/** What this visit holds in place of what is stored. */
const visit = new Map<string, string>();
/** Damaged entries that could not be set aside: they are left alone. */
const frozen = new Set<string>();

/** Whether an error says that there is no room left. Browsers name it differently. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && /quota/i.test(error.name);
}

/** Whether the browser lets the page keep anything here. */
export function isBlocked(): boolean {
  try {
    return typeof localStorage.getItem('agon') === 'undefined';
  } catch {
    return true;
  }
}

export function read(key: string): string | null {
  const held = visit.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text. False where it lasts for this visit only; the reader is told then, if `what` says what it is. */
export function write(key: string, value: string, what?: What): boolean {
  try {
    if (!frozen.has(key)) {
      localStorage.setItem(key, value);
      visit.delete(key);
      return true;
    }
  } catch (error) {
    if (what && isFull(error)) tell('full', what);
    else if (what) tell('blocked', 'progress', 'settings');
  }
  visit.set(key, value);
  return false;
}

export function remove(key: string) {
  visit.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be kept there is nothing to remove.
  }
}

/** The names of all entries that begin so. */
export function keys(prefix: string): string[] {
  const held = [...visit.keys()];
  try {
    held.push(...Object.keys(localStorage));
  } catch {
    // Only what this visit holds.
  }
  return [...new Set(held)].filter((key) => key.startsWith(prefix));
}

/** An entry as data. One that makes no sense is set aside, and counts as absent. */
export function readData<T>(key: string, makesSense: (value: unknown) => value is T): T | null {
  const raw = read(key);
  if (raw === null) return null;
  try {
    const value: unknown = JSON.parse(raw);
    if (makesSense(value)) return value;
  } catch {
    // Not even JSON.
  }
  setAside(key, raw);
  return null;
}

/** Moves an entry that could not be read to where nothing overwrites it. */
export function setAside(key: string, raw: string) {
  const places = keys(`${DAMAGED}${key}/`);
  try {
    if (!places.some((place) => read(place) === raw)) localStorage.setItem(`${DAMAGED}${key}/${places.length}`, raw);
    localStorage.removeItem(key);
  } catch {
    frozen.add(key);
  }
}

/** The entries that were set aside, by their names of old. */
export function setAsides(): { key: string; raw: string }[] {
  return keys(DAMAGED).map((place) => ({ key: place.slice(DAMAGED.length).replace(/\/\d+$/, ''), raw: read(place) ?? '' }));
}

/** Calls back when another tab changes an entry. */
export function onOthers(key: string, changed: () => void) {
  globalThis.addEventListener?.('storage', (event) => {
    if ((event as StorageEvent).key === key) changed();
  });
}
