import type { PlayerId } from '../engine/types';
import type { Node } from '../game/tree';

export type Fault = 'inaccuracy' | 'mistake' | 'blunder';

/** What lost winning chances a move is called by, and the number records write for it. */
export const FAULTS: [Fault, number, number][] = [
  ['blunder', 0.3, 4],
  ['mistake', 0.2, 2],
  ['inaccuracy', 0.1, 6],
];

/** A move of the game, looked at. */
export interface Judged {
  node: Node;
  player: PlayerId | 'chance';
  /** Winning chances of player one before and after. */
  before: number;
  after: number;
  /** What the move lost for whoever made it. */
  loss: number;
  fault: Fault | null;
  /** What would have been better, where the move was at fault. */
  better: string | null;
}

/** A review as it is kept with its game. */
export interface Reviewed {
  /** The moves it looked at. */
  moves: string[];
  /** What it found of each position, the start first: who is to move, player one's chances, the best move. */
  positions: { turn: PlayerId | 'chance'; chance: number; best: string | null }[];
}

/** What a review says of the moves of a line, as far as the line is still the one it looked at. */
export function judged({ moves, positions }: Reviewed, line: Node[]): Judged[] {
  const all: Judged[] = [];
  for (const [ply, node] of line.entries()) {
    const [before, after] = [positions[ply], positions[ply + 1]];
    if (!before || !after || node.move !== moves[ply]) break;
    const loss = lost(before.turn, before.chance, after.chance);
    const fault = before.best === node.move ? null : faultOf(loss);
    all.push({ node, player: before.turn, before: before.chance, after: after.chance, loss, fault, better: fault && before.best });
  }
  return all;
}

/** Winning chances a player gives away, from player one's chances before and after. */
export function lost(player: PlayerId | 'chance', before: number, after: number): number {
  return player === 'chance' ? 0 : Math.max(0, player === 'one' ? before - after : after - before);
}

/** The name for a loss, if it is one worth a name. */
export function faultOf(loss: number): Fault | null {
  return FAULTS.find(([, least]) => loss >= least)?.[0] ?? null;
}

/** How well a side played, from 0 to 100: each move's part falls with the chances it lost. */
export function accuracy(moves: Judged[], player: PlayerId): number | null {
  const own = moves.filter((move) => move.player === player);
  if (own.length === 0) return null;
  const each = own.map(({ loss }) => Math.max(0, Math.min(100, 103.17 * Math.exp(-4.354 * loss) - 3.17)));
  return each.reduce((sum, part) => sum + part, 0) / each.length;
}

/** Player one's chances in a game that is over. */
export function certain(winner: PlayerId | null): number {
  return winner === null ? 0.5 : winner === 'one' ? 1 : 0;
}
