import type { Engine } from '../engine/client';
import type { Board, Change, Drafted, Kit, Options, Setup } from '../engine/types';

/** A position that is being set up. The engine makes every change and judges what comes of it. */
export class Draft {
  board: Board = $state.raw({ width: 1, height: 1, cells: [], labels: [], edges: [] });
  kit: Kit = $state.raw({ tray: [], numbers: [] });
  now: Drafted | null = $state.raw(null);
  options: Options = $state.raw({});
  /** Why the last thing that was tried could not be done. */
  error: string | null = $state(null);
  /** The texts before each change, the last at the end. */
  past: string[] = $state.raw([]);
  /** Changes are made one after another, each upon the last. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    private engine: Engine,
    private game: string,
  ) {}

  /** The rules and the position as they stand. */
  get setup(): Setup {
    return { game: this.game, options: this.options, position: this.now?.position };
  }

  /** Whether a game can go on from here. */
  get playable(): boolean {
    return this.now !== null && this.now.fault === null && this.now.outcome === null;
  }

  /** Lays out a position under certain rules; the usual start without a text. */
  open(options: Options, text: string | null): Promise<boolean> {
    return this.#do(async () => {
      const setup = { game: this.game, options };
      const [board, kit] = await Promise.all([this.engine.board(setup), this.engine.kit(setup)]);
      const now = await this.engine.edit(setup, text);
      [this.board, this.kit, this.options] = [board, kit, options];
      this.past = [];
      return now;
    });
  }

  change(change: Change): Promise<boolean> {
    return this.#do(async (text) => {
      const now = await this.#edit(text, change);
      this.#remember(text, now);
      return now;
    });
  }

  /** Takes a text as it is; the usual start without one. */
  read(wanted: string | null): Promise<boolean> {
    return this.#do(async (text) => {
      const now = await this.#edit(wanted);
      this.#remember(text, now);
      return now;
    });
  }

  /** Takes the last change back. */
  undo(): Promise<boolean> {
    return this.#do(async () => {
      const now = await this.#edit(this.past.at(-1) ?? null);
      this.past = this.past.slice(0, -1);
      return now;
    });
  }

  #edit(text: string | null, change: Change | null = null): Promise<Drafted> {
    return this.engine.edit({ game: this.game, options: this.options }, text, change);
  }

  #remember(before: string | null, now: Drafted) {
    if (before !== null && before !== now.position) this.past = [...this.past, before];
  }

  /** Whether it could be done. */
  #do(work: (text: string | null) => Promise<Drafted>): Promise<boolean> {
    const done = this.#queue.then(async () => {
      try {
        this.now = await work(this.now?.position ?? null);
        this.error = null;
        return true;
      } catch (error) {
        this.error = (error as Error).message;
        return false;
      }
    });
    this.#queue = done;
    return done;
  }
}
