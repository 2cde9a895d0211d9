import { isTexts } from '../game/check';
import * as local from '../storage/local';

export const PUZZLES = 'agon/puzzles/';

/** The positions of the puzzles that have been solved in this browser. */
export function solvedIn(game: string): Set<string> {
  return new Set(local.readData(PUZZLES + game, isTexts) ?? []);
}

/** Remembers that these are solved too; another tab may have remembered others. */
export function remember(game: string, solved: Iterable<string>): Set<string> {
  const all = new Set([...solvedIn(game), ...solved]);
  local.write(PUZZLES + game, JSON.stringify([...all]), 'progress');
  return all;
}
