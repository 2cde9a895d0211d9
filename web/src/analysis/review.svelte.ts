import type { Thinking } from '../engine/client';
import type { Session } from '../game/session.svelte';
import { mainline, movesTo, type Node } from '../game/tree';
import { certain, FAULTS, judged, type Judged, type Reviewed } from './judge';

/** How many nodes each position is worth: a limit that is no time, so that a review finds the same again. */
const NODES = 100_000;

/** A look back at the main line of a game, move by move. What it finds is kept with the game. */
export class Review {
  /** How many positions there are to look at while it goes on, else 0. */
  total = $state(0);
  done = $state(0);
  #search: Thinking | null = null;
  #stopped = false;

  constructor(private session: Session) {}

  /** The moves that have been looked at. */
  get moves(): Judged[] {
    const { review, tree, version } = this.session;
    return review && version >= 0 ? judged(review, mainline(tree.root)) : [];
  }

  /** Looks at every position of the main line. */
  async run() {
    const { session } = this;
    const nodes = [session.tree.root, ...mainline(session.tree.root)];
    const desk = session.engine.apart();
    const before = session.review;
    const moves = nodes.slice(1).map(({ move }) => move ?? '');
    this.#stopped = false;
    [this.done, this.total] = [0, nodes.length];
    session.review = { moves, positions: [] };
    try {
      await this.#know(nodes);
      for (const node of nodes) {
        const found = await this.#look(node, desk);
        if (this.#stopped) break;
        session.review = { moves, positions: [...session.review.positions, found] };
        this.#mark();
        this.done++;
      }
    } catch (error) {
      if (!this.#stopped) session.error = (error as Error).message;
    }
    desk.end();
    this.total = 0;
    // A review that was stopped does not take the place of one that has seen more.
    if (before && before.positions.length > session.review.positions.length) session.review = before;
    session.keep();
  }

  stop() {
    this.#stopped = true;
    this.#search?.cancel();
  }

  /** The chances of player one after a move from a position. */
  async chanceAfter(node: Node, move: string): Promise<number> {
    const { engine, setup } = this.session;
    const moves = [...movesTo(node), move];
    const state = await engine.open(setup, moves);
    if (state.outcome) return certain(state.outcome.winner);
    return (await engine.think(setup, moves, 'best', { nodes: NODES }).result).chance;
  }

  async #know(nodes: Node[]) {
    const { engine, setup } = this.session;
    const last = nodes.at(-1);
    if (!last || nodes.every((node) => node.state)) return;
    const states = await engine.states(setup, movesTo(last));
    nodes.forEach((node, index) => (node.state ??= states[index]));
  }

  async #look(node: Node, desk: ReturnType<Session['engine']['apart']>): Promise<Reviewed['positions'][number]> {
    const { engine, setup, review } = this.session;
    const { outcome, turn = 'chance' } = node.state ?? {};
    if (outcome) return { turn, chance: certain(outcome.winner), best: null };
    if (turn === 'chance') return { turn, chance: review?.positions.at(-1)?.chance ?? 0.5, best: null };
    this.#search = engine.think(setup, movesTo(node), 'best', { nodes: NODES }, undefined, undefined, desk);
    const { chance, best } = await this.#search.result;
    return { turn, chance, best };
  }

  /** Marks the last move looked at, in the list and in records. */
  #mark() {
    const last = this.moves.at(-1);
    if (!last) return;
    const names = FAULTS.map(([, , number]) => number);
    const others = (last.node.glyphs ?? []).filter((number) => !names.includes(number));
    const number = FAULTS.find(([name]) => name === last.fault)?.[2];
    last.node.glyphs = number === undefined ? others : [...others, number];
    this.session.version++;
  }
}
