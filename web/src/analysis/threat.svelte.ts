import type { Thinking } from '../engine/client';
import type { PlayerId, Report } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { movesTo, type Node } from '../game/tree';

/** How long a threat is looked for. */
const TIME = 2_000;

/** What a side would do if it were its move. */
export interface Menace {
  /** The side. */
  by: PlayerId;
  move: string;
  cells: number[];
  /** Winning chances of side one if it came to that. */
  chance: number;
  score: Report['score'];
}

/** What the other side threatens in the position on the board, while somebody wants to know. */
export class Threat {
  on = $state(false);
  found: Menace | null = $state.raw(null);
  /** Why there is nothing to show, in words. */
  refusal: string | null = $state(null);
  #search: Thinking | null = null;
  #node: Node | null = null;

  constructor(private session: Session) {}

  /** Looks at a position instead of the last one; null looks at nothing. */
  look(node: Node | null) {
    this.#search?.cancel();
    this.#search = null;
    this.found = null;
    this.refusal = null;
    this.#node = this.on ? node : null;
    if (this.#node) void this.#ask(this.#node);
  }

  async #ask(node: Node) {
    const { engine, setup } = this.session;
    try {
      const other = { ...setup, position: await engine.passed(setup, movesTo(node)) };
      const { turn, choices } = await engine.open(other, []);
      if (this.#node !== node || turn === 'chance') return;
      const hear = ({ best, chance, score }: Report) => {
        const choice = choices.find(({ move }) => move === best);
        if (choice && this.#node === node) this.found = { by: turn, move: choice.move, cells: choice.cells, chance, score };
      };
      this.#search = engine.think(other, [], 'best', { timeMs: TIME }, hear);
      hear(await this.#search.result);
    } catch (error) {
      // Whoever looks elsewhere has cancelled the search.
      if (this.#node === node) this.refusal = (error as Error).message;
    }
  }
}
