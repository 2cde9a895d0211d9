// How long games take, for people who choose one.

/**
 * Median plies of games: `best` against itself as in experiments/fairness.md, for Hex on its usual board
 * eight games of level 3 against itself, for Tile Sum its rules.
 */
const PLIES: Record<string, number> = { rithmomachia: 110, rhythmomachy: 26, crosphere: 27, andantino: 28, hex: 42, connect4: 38, tilesum: 9 };
/** Seconds that a person and the computer take for a ply, about. */
const SECONDS = 15;

/** The game to begin with. */
export const FIRST = 'crosphere';

/** How many minutes a game takes, rounded as one says it; `null` where nobody knows. */
export function minutes(game: string): number | null {
  const plies = PLIES[game];
  if (plies === undefined) return null;
  const exact = (plies * SECONDS) / 60;
  const step = exact < 4 ? 1 : 5;
  return Math.max(step, Math.round(exact / step) * step);
}
