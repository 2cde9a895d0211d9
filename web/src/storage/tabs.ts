// Word between the tabs of one browser: which game has changed.

import * as local from './local';

/** A game that has been written, and its revision now. */
export interface Change {
  id: string;
  rev: number;
}

const NAME = 'agon';
/** Where there is no channel, an entry that changes is heard by the other tabs. */
const KEY = 'agon/changed';

const listeners = new Set<(change: Change | null) => void>();
let channel: BroadcastChannel | null = null;
let open = false;

function hear(change: Change | null) {
  for (const listener of listeners) listener(change);
}

function begin() {
  if (open) return;
  open = true;
  try {
    channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: MessageEvent<Change>) => hear(data);
  } catch {
    local.onOthers(KEY, () => {
      try {
        hear(JSON.parse(local.read(KEY) ?? 'null') as Change | null);
      } catch {
        hear(null);
      }
    });
  }
  // Whatever was missed, for instance while the tab was frozen, is found when somebody looks at it.
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') hear(null);
  });
}

/** Tells the other tabs, and whoever else shows the game in this one. */
export function post(change: Change) {
  begin();
  hear(change);
  if (channel) channel.postMessage(change);
  else local.write(KEY, JSON.stringify({ ...change, when: Date.now() }));
}

/** Listens to the other tabs; `null` means that anything may have changed. Gives a function that ends it. */
export function listen(listener: (change: Change | null) => void): () => void {
  begin();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
