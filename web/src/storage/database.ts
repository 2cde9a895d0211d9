// The database of the browser. It may be forbidden, full, newer than this version of the
// app, or held by another tab; whoever asks for it gets `null` where it cannot be had.

import { settled, tell } from './notice.svelte';

const NAME = 'agon';
/** The version of the schema. Raise it with `upgrade`. */
const VERSION = 1;
/** After how many milliseconds somebody is told that the database has not come. */
const SLOW = 4000;

export interface Opened {
  db: IDBDatabase;
  /** A newer version of the app has written it: this one may look, but not touch. */
  readOnly: boolean;
}

let opening: Promise<Opened | null> | null = null;

/** The database: opened when it is first asked for, and again if the connection was lost. */
export function database(version = VERSION): Promise<Opened | null> {
  return (opening ??= begin(version));
}

async function begin(version: number): Promise<Opened | null> {
  const slow = setTimeout(() => tell('waiting'), SLOW);
  const opened = await open(version);
  clearTimeout(slow);
  settled('waiting');
  if (!opened) opening = null;
  if (opened?.readOnly) tell('newer');
  return opened;
}

function open(version?: number): Promise<Opened | null> {
  return new Promise((done) => {
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open(NAME, version);
    } catch {
      return done(null);
    }
    request.onupgradeneeded = () => upgrade(request.result);
    request.onblocked = () => tell('waiting');
    request.onerror = (event) => {
      event.preventDefault();
      // Without a version, a database of any version opens.
      done(request.error?.name === 'VersionError' && version ? open() : null);
    };
    request.onsuccess = () => {
      const db = request.result;
      // Another tab wants to change the schema, or the browser has thrown the database away.
      const lost = () => {
        db.close();
        opening = null;
      };
      db.onversionchange = lost;
      db.onclose = lost;
      done({ db, readOnly: version === undefined });
    };
  });
}

/** Brings a database of any older version to this one. */
function upgrade(db: IDBDatabase) {
  const names = db.objectStoreNames;
  // Games by their ids; `current/GAME` and the like by name; entries that could not be read, as they were.
  if (!names.contains('games')) db.createObjectStore('games', { keyPath: 'id' });
  if (!names.contains('meta')) db.createObjectStore('meta');
  if (!names.contains('damaged')) db.createObjectStore('damaged', { autoIncrement: true });
}

/**
 * Runs one transaction: all of what `work` does is kept, or none of it. What `work`
 * gives to `give` is the result, once the transaction has been written.
 */
export function transaction<T>(
  { db }: Opened,
  stores: string[],
  mode: IDBTransactionMode,
  work: (tx: IDBTransaction, give: (value: T) => void) => void,
): Promise<T> {
  return new Promise((done, fail) => {
    let result: T;
    const tx = db.transaction(stores, mode, { durability: 'strict' });
    tx.oncomplete = () => done(result);
    tx.onabort = () => fail(tx.error ?? new DOMException('The transaction was aborted.', 'AbortError'));
    tx.onerror = (event) => event.preventDefault();
    work(tx, (value) => (result = value));
  });
}

/** Waits for something, but not for ever. */
export function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  return Promise.race([promise, new Promise<null>((done) => setTimeout(() => done(null), ms))]);
}
