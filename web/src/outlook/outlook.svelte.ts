import type { Prospects } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { movesTo, type Node } from '../game/tree';

/** What the engine knows for certain of the position on the board, where the game can tell. */
export class Outlooks {
  now: Prospects | null = $state.raw(null);
  /** The game tells nothing of the kind: it is not asked again. */
  #silent = false;
  #known = new Map<number, Prospects>();

  constructor(private session: Session) {}

  /** Looks at a position; until the answer is there, the last one stays. */
  async look(node: Node) {
    if (this.#silent) return;
    const { engine, setup } = this.session;
    const told = this.#known.get(node.id) ?? (await engine.outlook(setup, movesTo(node)));
    this.#known.set(node.id, told);
    this.#silent = told.here === null && !node.state?.outcome;
    if (this.session.node === node) this.now = told;
  }
}
