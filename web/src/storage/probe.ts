import { whenQuiet } from '../quiet';
import { database } from './database';
import { isBlocked } from './local';
import { tell } from './notice.svelte';

/** Says what this browser does not keep before anybody relies on it, once a board has been shown. */
export function probe() {
  if (!isBlocked()) return;
  whenQuiet(() => void database().then((opened) => tell('blocked', ...(opened ? [] : (['games'] as const)), 'progress', 'settings')));
}
