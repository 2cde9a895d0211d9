// What a person's results say: scores by opponent, and a rating after each game.

import type { GameInfo } from '../engine/types';
import { csv } from '../game/csv';
import { sameOptions, usualOptions } from '../game/options';
import { FRESH, rate, type Rating } from './glicko';
import { DEVIATION, ladder, levelOf } from './ladder';
import type { Result } from './results';

/** Points against one opponent. */
export interface Score {
  agent: string;
  won: number;
  drawn: number;
  lost: number;
}

/** A result, and the rating it led to; `null` where it does not count for the rating. */
export interface Step {
  result: Result;
  rating: Rating | null;
}

/** Everything there is to say of the results in one game. */
export interface Summary {
  all: Score;
  /** Levels first, the lowest first; then other agents by name. */
  against: Score[];
  steps: Step[];
  /** The rating now; `null` before a game has counted. */
  rating: Rating | null;
  /** The level that plays about as well. */
  level: number | null;
}

function scoreOf(agent: string, results: Result[]): Score {
  const count = (score: number) => results.filter((result) => result.score === score).length;
  return { agent, won: count(1), drawn: count(0.5), lost: count(0) };
}

/** Whether a result counts for the rating: a level by the usual rules, without help. */
export function counts(info: Pick<GameInfo, 'options' | 'levels'>, { agent, options, alone }: Result): boolean {
  const level = levelOf(agent);
  return alone && level !== null && level >= 1 && level <= info.levels && sameOptions(options, usualOptions(info));
}

/** Sums up the results in a game. Every game is a rating period of its own. */
export function summary(info: Pick<GameInfo, 'name' | 'options' | 'levels'>, results: Result[]): Summary {
  const levels = ladder(info);
  let rating: Rating | null = null;
  const steps = results.map((result): Step => {
    const strength = levels[(levelOf(result.agent) ?? 0) - 1];
    if (strength === undefined || !counts(info, result)) return { result, rating: null };
    rating = rate(rating ?? FRESH, [{ rating: strength, deviation: DEVIATION, score: result.score }]);
    return { result, rating };
  });
  const last = steps.findLast((step) => step.rating)?.rating ?? null;
  const agents = [...new Set(results.map(({ agent }) => agent))];
  agents.sort((a, b) => (levelOf(a) ?? Infinity) - (levelOf(b) ?? Infinity) || a.localeCompare(b));
  return {
    all: scoreOf('', results),
    against: agents.map((agent) => scoreOf(agent, results.filter((result) => result.agent === agent))),
    steps,
    rating: last,
    level: last && levels.reduce((best, strength, index) => (Math.abs(strength - last.rating) < Math.abs((levels[best - 1] ?? Infinity) - last.rating) ? index + 1 : best), 1),
  };
}

/** What is exported: the results of each game with the ratings they led to. */
export type Table = { info: Pick<GameInfo, 'name' | 'options' | 'levels'>; summary: Summary }[];

/** All results as a table. */
export function asCsv(table: Table): string {
  const rows = table.flatMap(({ info, summary }) =>
    summary.steps.map(({ result, rating }) => [
      info.name,
      new Date(result.when).toISOString(),
      Object.entries(result.options).map(([name, value]) => `${name}=${value}`).join(' '),
      result.side,
      result.agent,
      levelOf(result.agent),
      result.score,
      result.reason,
      result.plies,
      result.alone ? 1 : 0,
      rating && Math.round(rating.rating),
      rating && Math.round(rating.deviation),
    ]),
  );
  return csv([['game', 'when', 'options', 'side', 'agent', 'level', 'score', 'reason', 'plies', 'alone', 'rating', 'deviation'], ...rows]);
}

/** All results as data. */
export function asJson(table: Table): string {
  const games = table.map(({ info, summary }) => ({ game: info.name, rating: summary.rating, results: summary.steps.map(({ result, rating }) => ({ ...result, rating })) }));
  return `${JSON.stringify({ format: 'agon-results', version: 1, games }, null, 1)}\n`;
}
