// Which of its players the computer plays with: a level, one that is offered with a
// choice of how much it thinks, or whatever an expert types.

import type { AgentInfo, GameInfo, Offer } from '../engine/types';

export type Chosen = { kind: 'level'; level: number } | { kind: 'offer'; name: string; value: string | null } | { kind: 'text' };

/** An agent that people choose. */
export type Offered = AgentInfo & { offer: Offer };

/** The agents that are offered: the strongest and those of papers first, then the others. */
export function offered({ agents }: Pick<GameInfo, 'agents'>): { first: Offered[]; more: Offered[] } {
  const all = agents.filter((agent): agent is Offered => agent.offer !== undefined);
  const [best, ...rest] = all;
  return {
    first: [...(best ? [best] : []), ...rest.filter(({ offer }) => offer.paper)],
    more: rest.filter(({ offer }) => !offer.paper),
  };
}

/** What an agent's text chooses. */
export function chosenIn({ agents, levels }: Pick<GameInfo, 'agents' | 'levels'>, text: string): Chosen {
  const level = Number(/^level:(\d+)$/.exec(text)?.[1]);
  if (level >= 1 && level <= levels) return { kind: 'level', level };
  const [, name = '', parameter, value] = /^([\w-]+)(?::(\w+)=([^,]+))?$/.exec(text) ?? [];
  const strength = agents.find((agent) => agent.name === name)?.offer;
  if (!strength) return { kind: 'text' };
  if (parameter === undefined) return { kind: 'offer', name, value: null };
  const known = strength.strength?.parameter === parameter && strength.strength.values.includes(value ?? '');
  return known ? { kind: 'offer', name, value: value ?? null } : { kind: 'text' };
}

/** The text of an agent that is offered; without a value, with its usual one. */
export function textOf({ name, offer }: Offered, value = offer.strength?.usual): string {
  return offer.strength && value !== undefined ? `${name}:${offer.strength.parameter}=${value}` : name;
}
