import type { Thinking } from '../engine/client';
import type { Report, State } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { movesTo, type Node } from '../game/tree';
import { castIn } from '../outlook/words';

/** How long a position is looked at. */
const TIME = 12_000;
const HINT = 900;

/** A line that the engine thinks well of. */
export interface Line {
  moves: string[];
  /** Winning chances of player one. */
  chance: number;
  score: Report['score'];
}

/** What the engine thinks of the position on the board, while it is asked. */
export class Analysis {
  on = $state(true);
  /** How many lines are looked for. */
  lines = $state(3);
  report: Report | null = $state.raw(null);
  /** The position that a line under the mouse leads to. */
  peek: State | null = $state.raw(null);
  /** 0: no hint, 1: the piece, 2: the move. */
  hinted = $state(0);
  hint: string | null = $state(null);
  #search: Thinking | null = null;
  /** What was last to be shown: a board that comes after another was asked for comes too late. */
  #shown: string[] | null = null;
  #known = new Map<number, Report>();

  constructor(private session: Session) {}

  /** Looks at a position instead of the last one; null looks at nothing. */
  look(node: Node | null) {
    this.#search?.cancel();
    this.#search = null;
    this.peek = null;
    this.clearHint();
    this.report = node ? (this.#known.get(node.id) ?? null) : null;
    const state = node?.state;
    if (!node || !state || state.outcome || state.turn === 'chance' || !this.on) return;
    const { engine, setup } = this.session;
    const agent = this.lines > 1 ? `best:lines=${this.lines}` : 'best';
    const search = engine.think(setup, movesTo(node), agent, { timeMs: TIME }, (report) => this.#hear(node, report));
    this.#search = search;
    search.result.then((report) => this.#hear(node, report)).catch(() => {});
  }

  #hear(node: Node, report: Report) {
    const known = this.#known.get(node.id);
    const enough = (known?.lines.length ?? 0) >= Math.min(this.lines, report.root.length);
    if (known && enough && known.depth > report.depth && known.nodes > report.nodes) return;
    this.#known.set(node.id, report);
    if (this.session.node === node) this.report = report;
  }

  /** Shows first the piece, then the move. */
  async askHint() {
    if (this.hinted > 0 && this.hint) {
      this.hinted = 2;
      return;
    }
    const { session } = this;
    const { node } = session;
    this.hinted = 1;
    try {
      const { best } = await session.engine.think(session.setup, movesTo(node), castIn(session)?.agent ?? 'best', { timeMs: HINT }).result;
      if (session.node === node) this.hint = best;
    } catch (error) {
      session.error = (error as Error).message;
      this.clearHint();
    }
  }

  clearHint() {
    this.hinted = 0;
    this.hint = null;
  }

  /** Shows where a line leads, or the board again. */
  async show(moves: string[] | null) {
    this.#shown = moves;
    const { node, engine, setup } = this.session;
    const peek = moves && (await engine.open(setup, [...movesTo(node), ...moves]));
    if (this.session.node === node && this.#shown === moves) this.peek = peek;
  }

  close() {
    this.#search?.cancel();
  }
}

/** Scores in their order: sooner wins first, later losses before sooner ones. */
function worth(score: Report['score']): number {
  if (score.kind === 'cp') return score.value;
  return score.kind === 'win' ? 1e9 - score.plies : score.plies - 1e9;
}

/** The best lines of a report, one for each of the best first moves. */
export function bestLines({ lines, pv, score, chance, playouts }: Report, count: number): Line[] {
  const known = lines.length > 0 ? lines : [{ pv, score, chance }];
  // In the middle of an iteration some lines are as deep as the last one, and their scores newer than their order.
  // Where moves are visited, the most visited is the best, whatever the others score.
  const order = playouts > 0 ? () => 0 : (a: Line, b: Line) => worth(b.score) - worth(a.score);
  return known.filter((line) => line.pv.length > 0).map((line): Line => ({ moves: line.pv, score: line.score, chance: line.chance })).sort(order).slice(0, count);
}
