// Keeps one game while it is played, and hears when another tab goes on with it.

import * as local from '../storage/local';
import { settled, tell } from '../storage/notice.svelte';
import { listen, post } from '../storage/tabs';
import { parseSaved } from './check';
import { GAME, join, load, ready, setCurrent, unsaved, write, writing, type Saved, type Written } from './store';

export class Keeper {
  #latest: Saved | null = null;
  #busy = false;
  /** Another tab has written while this one was writing. */
  #missed = false;
  #end: () => void;

  /** `changed` is told what is kept now, when that is more than what was given to be kept. */
  constructor(
    readonly id: string,
    private rev: number,
    private changed: (saved: Saved) => void,
  ) {
    this.#end = listen((change) => {
      if (!change || (change.id === id && change.rev > this.rev)) void this.refresh();
    });
  }

  /** Keeps the game as it is now. What comes while a write goes on is written after it. */
  save(saved: Saved) {
    const text = JSON.stringify({ ...saved, rev: this.rev });
    unsaved.set(this.id, text);
    setCurrent(saved);
    // What goes into the database must be plain data.
    this.#latest = JSON.parse(text) as Saved;
    if (!this.#busy) writing.set(this.id, this.#run());
  }

  /** Looks whether another tab has moved the game on. */
  async refresh() {
    this.#missed = this.#busy;
    if (this.#busy) return;
    const saved = await load(this.id);
    if (this.#busy || !saved || (saved.rev ?? 0) <= this.rev) return;
    this.rev = saved.rev ?? 0;
    this.changed(saved);
  }

  /** Hears no more; what is to be written still is. */
  close() {
    this.#end();
    this.changed = () => {};
  }

  async #run() {
    this.#busy = true;
    let news: Saved | null = null;
    for (let saved = this.#latest; saved; saved = this.#latest) {
      this.#latest = null;
      const written = await this.#write({ ...saved, rev: this.rev });
      if (!written) continue;
      if (written.forked) tell('forked');
      // A state that does not know of the other tab's moves is behind, until it has been told of them.
      if (written.merged || news) news = written.saved;
      if (!this.#latest || !news) this.rev = written.saved.rev ?? 0;
    }
    this.#busy = false;
    writing.delete(this.id);
    if (news) this.changed(news);
    if (this.#missed) await this.refresh();
  }

  async #write(saved: Saved): Promise<Written | null> {
    let written: Written | undefined;
    try {
      const opened = await ready();
      if (!opened || opened.readOnly) throw new Error('there is no database that may be written to');
      [written] = await write(opened, [saved], { current: saved });
      local.remove(GAME + this.id);
      settled('full', 'games');
    } catch (error) {
      // The next best place, from which the next visit carries it over; another tab may keep it there too.
      written = join(parseSaved(local.read(GAME + this.id)), saved);
      if (!local.write(GAME + this.id, JSON.stringify(written.saved))) {
        tell(local.isFull(error) || !local.isBlocked() ? 'full' : 'blocked', 'games');
        return null;
      }
    }
    if (!this.#latest) unsaved.delete(this.id);
    if (written && written.news !== 'same') post({ id: this.id, rev: written.saved.rev ?? 0 });
    return written ?? null;
  }
}

/** A page that is left in the middle of a write leaves the game where the next visit finds it. */
globalThis.addEventListener?.('pagehide', () => {
  for (const [id, text] of unsaved) if (writing.has(id)) local.write(GAME + id, text);
});
