// The games that this browser keeps: in its database, and in `localStorage` those that
// have not reached the database, because an older version kept them there, because the
// page was left in the middle of a write, or because there is no database to be had.

import type { Reviewed } from '../analysis/judge';
import type { PlayerId, RecordTree } from '../engine/types';
import { database, transaction, within, type Opened } from '../storage/database';
import * as local from '../storage/local';
import { post } from '../storage/tabs';
import { isSaved, parseSaved } from './check';
import { merge, isSame } from './merge';
import type { Seat } from './seats';
import type { Ended } from './session.svelte';
import type { ClockState } from './time';

/** A game as it is kept in the browser. */
export interface Saved {
  id: string;
  /** How often it was written to the database: whoever writes names the revision it goes on from. */
  rev?: number;
  /** When it was last touched, in milliseconds. */
  when: number;
  record: RecordTree;
  /** The moves that lead to the position looked at. */
  at: string[];
  seats: Record<PlayerId, Seat>;
  clock: ClockState | null;
  ended: Ended | null;
  /** The person was helped before the end: such a game does not count for a rating. */
  helped?: boolean;
  /** What a review found, along the main line it looked at. */
  review?: Reviewed;
}

/** An entry that could not be read, as it was. */
export interface Damaged {
  key: string;
  raw: string;
}

export const GAME = 'agon/game/';
const CURRENT = 'agon/current/';
/** How many milliseconds a board waits for the database. */
const PATIENCE = 1500;

/** The games of this visit that have not been kept anywhere yet, as text. */
export const unsaved = new Map<string, string>();
/** Writes under way. */
export const writing = new Map<string, Promise<void>>();

/** A name for a new game. */
export function newId(game: string): string {
  return `${game}-${Date.now().toString(36)}-${Math.floor(Math.random() * 36 ** 4).toString(36)}`;
}

/** The database, with everything in it that waited for it; `null` if it cannot be had soon. */
export function ready(): Promise<Opened | null> {
  return within(arrived(), PATIENCE);
}
const done = new WeakMap<IDBDatabase, Promise<unknown>>();
/** The same, however long it takes. */
export async function arrived(): Promise<Opened | null> {
  const opened = await database();
  if (!opened || opened.readOnly || local.isBlocked()) return opened;
  if (!done.has(opened.db)) {
    const waiting = local.keys(GAME).length > 0;
    done.set(opened.db, waiting ? import('../storage/carry').then(({ carry }) => carry(opened)).catch(() => {}) : Promise.resolve());
  }
  await done.get(opened.db);
  return opened;
}

/** Remembers which game of its kind is being played. */
export function setCurrent({ id, record }: Saved) {
  if (local.read(CURRENT + record.game) !== id) local.write(CURRENT + record.game, id);
}

/** Whether a game of this kind is known to be kept, without asking the database. */
export function hasCurrent(game: string): boolean {
  return local.read(CURRENT + game) !== null;
}

/** The game of this kind that was played last. */
export async function current(game: string): Promise<Saved | null> {
  const id = local.read(CURRENT + game) ?? (await fromDatabase<unknown>('meta', (store) => store.get(`current/${game}`)));
  return typeof id === 'string' ? load(id) : null;
}

/** A kept game. */
export async function load(id: string): Promise<Saved | null> {
  await within(writing.get(id) ?? Promise.resolve(), PATIENCE);
  const held = parseSaved(unsaved.get(id) ?? null);
  if (held) return held;
  const stored = await fromDatabase<unknown>('games', (store) => store.get(id));
  return parseSaved(local.read(GAME + id)) ?? (isSaved(stored) ? stored : null);
}

/** Forgets a game. */
export async function forget(id: string) {
  unsaved.delete(id);
  local.remove(GAME + id);
  const opened = await ready();
  const remove = (tx: IDBTransaction) => void tx.objectStore('games').delete(id);
  // If it cannot be removed it is still in the list.
  if (opened && !opened.readOnly) await transaction<void>(opened, ['games'], 'readwrite', remove).catch(() => {});
  post({ id, rev: 0 });
}

/** All kept games of a kind that have a move, the latest first, and what of them could not be read. */
export async function kept(game: string): Promise<{ games: Saved[]; damaged: Damaged[] }> {
  const { games, damaged } = await everything(`${game}-`);
  return { games: games.filter(({ record }) => record.moves.length > 0), damaged };
}

/** All kept games whose ids begin so, the latest first, and what could not be read. */
export async function everything(prefix: string): Promise<{ games: Saved[]; damaged: Damaged[] }> {
  const range = prefix ? IDBKeyRangeOf(prefix) : undefined;
  const stored = (await fromDatabase<unknown[]>('games', (store) => store.getAll(range))) ?? [];
  const aside = (await fromDatabase<Damaged[]>('damaged', (store) => store.getAll())) ?? [];
  const damaged = aside.filter(({ key }) => !prefix || key.startsWith(GAME + prefix));
  const found = new Map<string, Saved>();
  const sort = (value: unknown, key: string, raw: () => string) => {
    if (isSaved(value)) found.set(value.id, value);
    else damaged.push({ key, raw: raw() });
  };
  for (const value of stored) sort(value, GAME + String((value as Saved).id), () => JSON.stringify(value));
  for (const key of local.keys(GAME + prefix)) sort(parseSaved(local.read(key)), key, () => local.read(key) ?? '');
  for (const [id, raw] of unsaved) if (id.startsWith(prefix)) sort(parseSaved(raw), GAME + id, () => raw);
  return { games: [...found.values()].sort((a, b) => b.when - a.when), damaged };
}

const IDBKeyRangeOf = (prefix: string) => globalThis.IDBKeyRange?.bound(prefix, `${prefix}\uffff`);

/** What the database answers; `null` where there is none. */
export async function fromDatabase<T>(name: string, ask: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
  const opened = await ready();
  if (!opened?.db.objectStoreNames.contains(name)) return null;
  const read = transaction<T>(opened, [name], 'readonly', (tx, give) => {
    const request = ask(tx.objectStore(name));
    request.onsuccess = () => give(request.result as T);
  });
  return read.catch(() => null);
}

/** What became of a game that was to be written. */
export interface Written {
  saved: Saved;
  news: 'new' | 'changed' | 'same';
  /** What is kept now holds more than what was to be written. */
  merged: boolean;
  /** Moves that were to be written have become a variation. */
  forked: boolean;
}

/** How games are to be written. */
export interface Writing {
  /** From elsewhere, where revisions are counted differently: the state that was touched last has the main line. */
  foreign?: boolean;
  /** The game that is now being played. */
  current?: Saved;
}

/**
 * Writes games, all or none. One that goes on from the revision that is kept takes its
 * place; otherwise somebody else has written meanwhile, and nothing of either is lost.
 */
export function write(opened: Opened, games: Saved[], { foreign = false, current }: Writing = {}): Promise<Written[]> {
  return transaction<Written[]>(opened, ['games', 'damaged', 'meta'], 'readwrite', (tx, give) => {
    const results: Written[] = [];
    give(results);
    const store = tx.objectStore('games');
    for (const saved of games) {
      const request = store.get(saved.id);
      request.onsuccess = () => {
        const stored: unknown = request.result;
        if (stored !== undefined && !isSaved(stored)) tx.objectStore('damaged').add({ key: GAME + saved.id, raw: JSON.stringify(stored) });
        const result = join(isSaved(stored) ? stored : null, saved, foreign);
        results.push(result);
        if (result.news !== 'same') store.put(result.saved);
      };
    }
    if (current) tx.objectStore('meta').put(current.id, `current/${current.record.game}`);
  });
}

/** What is to be kept, from what is kept and what is to be written. */
export function join(stored: Saved | null, saved: Saved, foreign = false): Written {
  const [old, base] = [stored?.rev ?? 0, foreign ? 0 : (saved.rev ?? 0)];
  const rev = Math.max(old, base) + 1;
  if (!stored || (!foreign && old === base)) return { saved: { ...saved, rev }, news: stored ? 'changed' : 'new', merged: false, forked: false };
  // Ahead of what is kept is what was kept elsewhere while the database could not be had.
  const ahead = foreign ? saved.when > stored.when : base > old;
  const { saved: both, forked } = ahead ? merge(saved, stored) : merge(stored, saved);
  if (isSame(both, stored)) return { saved: stored, news: 'same', merged: !isSame(stored, saved), forked: false };
  return { saved: { ...both, rev }, news: 'changed', merged: !isSame(both, saved), forked: forked && !ahead };
}
