// How a person's games against the computer ended, kept in this browser by game.

import type { Options, PlayerId } from '../engine/types';
import { isNumber, isObject, isText } from '../game/check';
import * as local from '../storage/local';

/** One finished game. */
export interface Result {
  /** The id of the game: it counts once, however often it is played to an end. */
  id: string;
  /** When it ended, in milliseconds. */
  when: number;
  options: Options;
  /** What the person played. */
  side: PlayerId;
  /** Against whom, as an agent's text. */
  agent: string;
  score: 0 | 0.5 | 1;
  /** The word of the ending. */
  reason: string;
  plies: number;
  /** Played to the end from the usual start, without help. */
  alone: boolean;
}

export const RESULTS = 'agon/results/';

export function isResult(value: unknown): value is Result {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isNumber(value['when']) &&
    isObject(value['options']) &&
    Object.values(value['options']).every(isText) &&
    (value['side'] === 'one' || value['side'] === 'two') &&
    isText(value['agent']) &&
    [0, 0.5, 1].includes(value['score'] as number) &&
    isText(value['reason']) &&
    isNumber(value['plies']) &&
    typeof value['alone'] === 'boolean'
  );
}
export const areResults = (value: unknown): value is Result[] => Array.isArray(value) && value.every(isResult);

/** The results in a game, the oldest first. */
export function resultsIn(game: string): Result[] {
  return local.readData(RESULTS + game, areResults) ?? [];
}

/** Adds results that are not there yet; gives all there are. */
export function addResults(game: string, more: Result[]): Result[] {
  const known = resultsIn(game);
  const ids = new Set(known.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !ids.has(id) && ids.add(id));
  if (fresh.length === 0) return known;
  const all = [...known, ...fresh].sort((a, b) => a.when - b.when);
  local.write(RESULTS + game, JSON.stringify(all), 'progress');
  return all;
}

/** The games that have results. */
export function gamesPlayed(): string[] {
  return local.keys(RESULTS).map((key) => key.slice(RESULTS.length));
}
