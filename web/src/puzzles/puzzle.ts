import type { Limits, Options, PlayerId, Report, Setup, State } from '../engine/types';

/** A position in which exactly one move wins, as `agon puzzles` proves it. */
export interface Puzzle {
  options: Options;
  position: string;
  /** The quickest win against the longest defence. */
  moves: string[];
  /** Half moves to the win. */
  win_in: number;
}

const FILES = import.meta.glob<Puzzle[]>('./*.json', { import: 'default' });

/** Whether there are puzzles of a game. */
export const hasPuzzles = (game: string): boolean => `./${game}.json` in FILES;

/** The puzzles of a game, the easy ones first; they are loaded when they are asked for. */
export async function puzzlesOf(game: string): Promise<Puzzle[]> {
  return (await FILES[`./${game}.json`]?.()) ?? [];
}

/** The game a puzzle is played in. */
export function setupOf(game: string, { options, position }: Puzzle): Setup {
  return { game, options, position };
}

/** The solution's next move, as long as the moves made are the solution's. */
export function stored({ moves }: Puzzle, line: string[]): string | undefined {
  return line.every((move, ply) => move === moves[ply]) ? moves[line.length] : undefined;
}

/** Whoever looks ahead as far as it is told. */
export type Look = (line: string[], limits: Limits) => Promise<Report>;

/** What there is to say of a move of the solver's. */
export type Verdict =
  | { kind: 'won' }
  /** It keeps the win; `null` if the other side has nothing to answer. */
  | { kind: 'right'; reply: string | null }
  /** It does not win in time, shown by looking at everything if `sure`; `null` if the game ended with it. */
  | { kind: 'wrong'; reply: string | null; sure: boolean };

/** How long a search may take that no stored move spares, in milliseconds. */
const PATIENCE = 8000;

/** How far there is to look: the plies that are left, one at least. */
export function depthLeft({ win_in }: Puzzle, line: string[]): number {
  return Math.max(1, win_in - line.length);
}

/** Judges the last move of a line. Whatever wins in time is right, not only what is stored. */
export async function judge(puzzle: Puzzle, solver: PlayerId, line: string[], after: State, look: Look): Promise<Verdict> {
  if (after.outcome) return after.outcome.winner === solver ? { kind: 'won' } : { kind: 'wrong', reply: null, sure: true };
  const reply = stored(puzzle, line);
  if (reply !== undefined) return { kind: 'right', reply };
  const depth = depthLeft(puzzle, line);
  const { score, best, depth: seen } = await look(line, { depth, timeMs: PATIENCE });
  const won = score.kind === (after.turn === solver ? 'win' : 'loss') && score.plies <= puzzle.win_in - line.length;
  if (won) return { kind: 'right', reply: after.turn === solver ? null : best };
  return { kind: 'wrong', reply: after.turn === solver ? null : best, sure: seen >= depth || score.kind !== 'cp' };
}
