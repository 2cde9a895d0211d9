import type { Counter, PlayerId } from '../engine/types';
import { say } from '../language/language.svelte';

/** One condition of a victory for one player. */
export interface Condition {
  name: string;
  value: number;
  target: number;
}

/** A way to win, with how near each side is. */
export interface Victory {
  name: string;
  sides: Record<PlayerId, Condition[]>;
}

/** The counters of a scene, sorted for a table. */
export interface Standing {
  totals: { name: string; one: number | null; two: number | null }[];
  victories: Victory[];
  shared: Counter[];
}

/** Sorts counters: plain numbers, conditions of victories (named "victory: quantity"), and what is nobody's. */
export function standing(counters: Counter[]): Standing {
  const result: Standing = { totals: [], victories: [], shared: [] };
  for (const { player, name: english, value, target } of counters) {
    const [name = '', quantity = ''] = english.split(': ').map(say);
    if (player === null) {
      result.shared.push({ player, name, value, target });
    } else if (target === null) {
      let total = result.totals.find((known) => known.name === name);
      if (!total) result.totals.push((total = { name, one: null, two: null }));
      total[player] = value;
    } else {
      let victory = result.victories.find((known) => known.name === name);
      if (!victory) result.victories.push((victory = { name, sides: { one: [], two: [] } }));
      victory.sides[player].push({ name: quantity, value, target });
    }
  }
  return result;
}

/** The victories with the nearest first: the ones that either side, or one side, is nearest to. Equals stay in the game's order. */
export function nearestFirst(victories: Victory[], player?: PlayerId): Victory[] {
  const near = ({ sides }: Victory) => (player ? nearness(sides[player]) : Math.max(nearness(sides.one), nearness(sides.two)));
  return victories.toSorted((a, b) => near(b) - near(a));
}

/** How near a victory is: its furthest condition, from 0 to 1. */
export function nearness(conditions: Condition[]): number {
  if (conditions.length === 0) return 0;
  return Math.min(...conditions.map(({ value, target }) => (target <= 0 ? 1 : Math.max(0, Math.min(1, value / target)))));
}
