// How strong the levels are, from what each scores against the one below: the percentages
// measured in docs/agents.md, for even openings where there are two rows.

import type { GameInfo } from '../engine/types';
import measured from './steps.json';

/** Where the scale begins: the rating of level 1. */
const LOWEST = 1000;
/** What each level is meant to score against the one below, where nobody has measured it. */
const MEANT = 67;
/** How surely the strength of a level is known. */
export const DEVIATION = 50;

/** The ratings of a game's levels, the lowest first. */
export function ladder({ name, levels }: Pick<GameInfo, 'name' | 'levels'>): number[] {
  const steps = (measured as Record<string, number[]>)[name] ?? [];
  const ratings = [LOWEST];
  for (let level = 2; level <= levels; level++) {
    const share = (steps[level - 2] ?? MEANT) / 100;
    ratings.push((ratings.at(-1) ?? LOWEST) + 400 * Math.log10(share / (1 - share)));
  }
  return ratings;
}

/** The number of a level from an agent's text; `null` for any other agent. */
export function levelOf(agent: string): number | null {
  const level = /^level:(\d+)$/.exec(agent)?.[1];
  return level === undefined ? null : Number(level);
}
