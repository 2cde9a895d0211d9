import { forward, type Motion } from '../board/motion';
import { isLong } from '../board/orient';
import type { Engine } from '../engine/client';
import type { Board, Event, Setup, State } from '../engine/types';
import { whyNot } from '../game/why';

/** A position in which moves are tried: what is to be seen, and what moves would do. */
export class Exercise {
  board: Board | null = $state.raw(null);
  state: State | null = $state.raw(null);
  /** The moves that have been made. */
  line: string[] = $state.raw([]);
  previews: Map<string, Event[]> = $state.raw(new Map());
  motion: Motion | null = $state.raw(null);
  /** Of a long board with few pieces only the part is drawn where something happens; `null` for the whole board. */
  keep: number[] | null = $state.raw(null);
  protected setup: Setup = { game: '' };

  constructor(protected engine: Engine) {}

  /** Puts a position on the board. */
  protected async lay(setup: Setup, line: string[]) {
    const [board, state] = await Promise.all([this.engine.board(setup), this.engine.open(setup, line)]);
    [this.setup, this.board] = [setup, board];
    this.keep = partFor(board, state);
    this.#see(line, state, null);
  }

  /** Makes a move, unless another position has been put on the board meanwhile; says what became of it. */
  protected async make(move: string): Promise<State | null> {
    const { state: before, line } = this;
    if (!before) return null;
    const state = await this.engine.open(this.setup, [...line, move]);
    if (this.state !== before) return null;
    // What leaves the part that is drawn stays in sight.
    if (this.keep && state.scene.pieces.some(({ cell }) => !this.keep?.includes(cell))) this.keep = [...this.keep, ...state.scene.pieces.map(({ cell }) => cell)];
    this.#see([...line, move], state, forward(before.scene, state.events));
    return state;
  }

  /** Asks what moves would do. */
  async consider(moves: string[]) {
    const { state, line, setup } = this;
    const unknown = moves.filter((move) => !this.previews.has(move));
    if (unknown.length === 0) return;
    const events = await Promise.all(unknown.map((move) => this.engine.preview(setup, line, move)));
    if (this.state !== state) return;
    this.previews = new Map([...this.previews, ...unknown.map((move, at): [string, Event[]] => [move, events[at] ?? []])]);
  }

  /** Why nothing came of touching these cells, in words. */
  async whyNot(cells: number[], word: string | null, players: [string, string]): Promise<string | null> {
    const { board, state, engine, setup, line } = this;
    return board && state && whyNot({ board, state, players, cells, word, ask: (move) => engine.preview(setup, line, move) });
  }

  #see(line: string[], state: State, motion: Motion | null) {
    [this.line, this.state, this.motion, this.previews] = [line, state, motion, new Map()];
  }
}

/** More pieces than this fill a board. */
const FEW = 12;

/** The cells of a long board that matter: where something stands or can go. */
export function partFor(board: Board, { scene, choices }: State): number[] | null {
  if (!isLong(board) || scene.pieces.length === 0 || scene.pieces.length > FEW) return null;
  return [...new Set([...scene.pieces.map(({ cell }) => cell), ...choices.flatMap(({ cells }) => cells)])];
}
