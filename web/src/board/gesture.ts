import type { Choice } from '../engine/types';

/** What a hand has done so far: the cells touched in order, and the choice word that is set. */
export interface Hold {
  path: number[];
  word: string | null;
}

/** What touching a cell leads to. */
export type Touch = { kind: 'play'; move: string } | { kind: 'hold'; path: number[] } | { kind: 'drop' };

const startsWith = (cells: number[], path: number[]) => path.every((cell, index) => cells[index] === cell);

/** The words among which a player chooses beside touching cells, in the engine's order. */
export function words(choices: Choice[]): string[] {
  return [...new Set(choices.flatMap((choice) => choice.choice ?? []))];
}

/** Whether nothing can be touched before a word is chosen. Where pieces can be moved as well, a word is an offer. */
export function needsWord(choices: Choice[]): boolean {
  return choices.every(({ cells, choice }) => cells.length === 0 || choice !== undefined);
}

/** The word to begin with when the choices have changed, given the one that was set and the first to be offered. */
export function firstWord(choices: Choice[], before: string | null, first: string | undefined): string | null {
  if (!needsWord(choices)) return null;
  return before !== null && words(choices).includes(before) ? before : (first ?? null);
}

/** Moves that need no cell, or whose cells leave nothing to choose: they are made by a button. */
export function buttons(choices: Choice[]): Choice[] {
  const key = (choice: Choice) => choice.cells.join();
  const first = choices[0];
  if (!first) return [];
  const oneplace = first.choice !== undefined && choices.every((choice) => key(choice) === key(first));
  return oneplace ? choices : choices.filter((choice) => choice.cells.length === 0);
}

/** The moves that agree with what has been done so far. */
export function fitting(choices: Choice[], hold: Hold): Choice[] {
  return choices.filter(
    ({ cells, choice }) =>
      cells.length > hold.path.length && startsWith(cells, hold.path) && (choice === undefined || choice === hold.word),
  );
}

/** The cells that can be touched next. */
export function nextCells(choices: Choice[], hold: Hold): Set<number> {
  return new Set(fitting(choices, hold).map(({ cells }) => cells[hold.path.length] as number));
}

/** Touches a cell: a move is complete, a path goes on, another begins, or nothing is held. */
export function touch(choices: Choice[], hold: Hold, cell: number): Touch {
  const path = [...hold.path, cell];
  const fit = fitting(choices, hold).filter(({ cells }) => cells[hold.path.length] === cell);
  const complete = fit.find(({ cells }) => cells.length === path.length);
  if (complete) return { kind: 'play', move: complete.move };
  if (fit.length > 0) return { kind: 'hold', path };
  if (hold.path.length > 0 && hold.path.at(-1) !== cell) return touch(choices, { ...hold, path: [] }, cell);
  return { kind: 'drop' };
}
