// Games that wait in `localStorage`, into the database. Each is removed from where it
// was only after it has been written and read back.

import { parseSaved } from '../game/check';
import { isSame } from '../game/merge';
import { GAME, join, write, type Damaged, type Saved } from '../game/store';
import { transaction, type Opened } from './database';
import * as local from './local';

/** So many at a time: what fits is carried over, though all of it may not fit. */
const BATCH = 25;

/** Carries over whatever waits; what cannot be read is set aside as it is. */
export async function carry(opened: Opened): Promise<void> {
  const keys = local.keys(GAME);
  for (let at = 0; at < keys.length; at += BATCH) {
    const entries = keys.slice(at, at + BATCH).map((key) => ({ key, raw: local.read(key) ?? '' }));
    const saved = entries.flatMap(({ key, raw }) => {
      const game = parseSaved(raw);
      return game && GAME + game.id === key ? { key, raw, game } : [];
    });
    const damaged = entries.filter(({ key }) => !saved.some((entry) => entry.key === key));
    await write(opened, saved.map(({ game }) => game));
    await setAside(opened, damaged);
    const [games, aside] = await readBack(opened, saved.map(({ game }) => game.id));
    for (const { key, raw, game } of saved) if (holds(games.get(game.id), game)) clear(key, raw);
    for (const { key, raw } of damaged) if (aside.some((known) => known.key === key && known.raw === raw)) clear(key, raw);
  }
}

/** Keeps entries that cannot be read, as they are, each once. */
export function setAside(opened: Opened, damaged: Damaged[]): Promise<void> {
  return transaction<void>(opened, ['damaged'], 'readwrite', (tx) => {
    const store = tx.objectStore('damaged');
    const request = store.getAll();
    request.onsuccess = () => {
      const known = request.result as Damaged[];
      for (const { key, raw } of damaged) if (!known.some((entry) => entry.key === key && entry.raw === raw)) store.add({ key, raw });
    };
  });
}

function readBack(opened: Opened, ids: string[]): Promise<[Map<string, Saved>, Damaged[]]> {
  return transaction(opened, ['games', 'damaged'], 'readonly', (tx, give) => {
    const games = new Map<string, Saved>();
    for (const id of ids) {
      const request = tx.objectStore('games').get(id);
      request.onsuccess = () => games.set(id, request.result as Saved);
    }
    const all = tx.objectStore('damaged').getAll();
    all.onsuccess = () => give([games, all.result as Damaged[]]);
  });
}

/** Whether what was read back has everything of what was to be carried over. */
function holds(kept: Saved | undefined, game: Saved): boolean {
  return kept !== undefined && isSame(join(kept, { ...game, rev: -1 }).saved, kept);
}

/** Removes an entry, unless another tab has changed it meanwhile. */
function clear(key: string, raw: string) {
  if (local.read(key) === raw) local.remove(key);
}
