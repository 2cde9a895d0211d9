import type { Prospects } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { movesTo, type Node } from '../game/tree';

/** What the engine knows for certain of the position on the board, where the game can tell. */
export class Outlooks {
  now: Prospects | null = $state.raw(null);
  /** The game tells nothing of the kind: it is not asked again. */
  #silent = false;
  #known = new Map<number, Prospects>();

  constructor(private session: Session) {
    const { told, node, state } = session;
    if (!told) return;
    this.now = told;
    this.#known.set(node.id, told);
    this.#silent = told.here === null && !state?.outcome;
  }

  /** Looks at a position, and at each of its moves if they are to be told; until the answer is there, the last one stays. */
  async look(node: Node, each: boolean) {
    if (this.#silent) return;
    const { engine, setup } = this.session;
    const known = this.#known.get(node.id);
    const told = known && (!each || known.moves.length > 0) ? known : await engine.outlook(setup, movesTo(node), each);
    this.#known.set(node.id, told);
    this.#silent = told.here === null && !node.state?.outcome;
    if (this.session.node === node) this.now = told;
  }
}
