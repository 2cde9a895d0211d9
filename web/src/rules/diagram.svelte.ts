import type { Setup } from '../engine/types';
import type { Engine } from '../engine/client';
import { Exercise } from '../lessons/exercise.svelte';
import { meets, type Expectation } from '../lessons/lesson';

/** A small board on a rules page, on which moves can be tried. */
export class Diagram extends Exercise {
  /** The move that the board is about. */
  move: string | null = $state(null);
  /** How many moves led to the position. */
  #begin = 0;

  constructor(
    engine: Engine,
    private given: Setup,
    private after: string[],
    private wanted: { move: string | null } | { expect: Expectation },
  ) {
    super(engine);
  }

  /** Moves have been tried. */
  get tried(): boolean {
    return this.line.length > this.#begin;
  }

  /** Sets the position up, as at the beginning. */
  async set() {
    await this.lay(this.given, this.after);
    this.#begin = this.after.length;
    this.move ??= 'move' in this.wanted ? this.wanted.move : await this.#find(this.wanted.expect);
  }

  /** The first move that does what is expected. */
  async #find(expect: Expectation): Promise<string | null> {
    for (const { move } of this.state?.choices ?? []) {
      if (meets(expect, move, await this.engine.preview(this.setup, this.after, move))) return move;
    }
    return null;
  }

  async play(move: string) {
    await this.make(move);
  }
}
