import type { Thinking } from '../engine/client';
import type { Report } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { mainline, movesTo, type Node } from '../game/tree';
import { certain, faultOf, FAULTS, lost, type Judged } from './judge';

/** How long each position is looked at. */
const TIME = 400;

/** A look back at the main line of a game, move by move. */
export class Review {
  moves: Judged[] = $state.raw([]);
  /** How many positions there are to look at while it goes on, else 0. */
  total = $state(0);
  done = $state(0);
  #search: Thinking | null = null;
  #stopped = false;

  constructor(private session: Session) {}

  /** Looks at every position of the main line. */
  async run() {
    const { session } = this;
    const nodes = [session.tree.root, ...mainline(session.tree.root)];
    this.#stopped = false;
    [this.moves, this.done, this.total] = [[], 0, nodes.length];
    try {
      await this.#know(nodes);
      let before: Report | null = null;
      for (const node of nodes) {
        const report = await this.#look(node);
        if (this.#stopped) break;
        if (node.parent && before) this.moves = [...this.moves, this.#judge(node, before, report)];
        before = report;
        this.done++;
      }
    } catch (error) {
      if (!this.#stopped) session.error = (error as Error).message;
    }
    this.total = 0;
    this.#write();
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
    return (await engine.think(setup, moves, 'best', { timeMs: TIME }).result).chance;
  }

  async #know(nodes: Node[]) {
    const { engine, setup } = this.session;
    const last = nodes.at(-1);
    if (!last || nodes.every((node) => node.state)) return;
    const states = await engine.states(setup, movesTo(last));
    nodes.forEach((node, index) => (node.state ??= states[index]));
  }

  async #look(node: Node): Promise<Report> {
    const { engine, setup } = this.session;
    const nothing: Report = { best: null, depth: 0, seldepth: 0, nodes: 0, nps: 0, playouts: 0, time: 0, hashfull: 0, score: { kind: 'cp', value: 0 }, chance: 0.5, pv: [], lines: [], root: [] };
    if (node.state?.outcome) return { ...nothing, chance: certain(node.state.outcome.winner) };
    if (node.state?.turn === 'chance') return { ...nothing, chance: this.moves.at(-1)?.after ?? 0.5 };
    this.#search = engine.think(setup, movesTo(node), 'best', { timeMs: TIME });
    return this.#search.result;
  }

  #judge(node: Node, before: Report, after: Report): Judged {
    const player = node.parent?.state?.turn ?? 'chance';
    const loss = lost(player, before.chance, after.chance);
    const fault = before.best === node.move ? null : faultOf(loss);
    return { node, player, before: before.chance, after: after.chance, loss, fault, better: fault && before.best };
  }

  /** Marks the faults in the game, so that records carry them. */
  #write() {
    const names = FAULTS.map(([, , number]) => number);
    for (const { node, fault } of this.moves) {
      const others = (node.glyphs ?? []).filter((number) => !names.includes(number));
      const number = FAULTS.find(([name]) => name === fault)?.[2];
      node.glyphs = number === undefined ? others : [...others, number];
    }
    this.session.version++;
    this.session.keep();
  }
}
