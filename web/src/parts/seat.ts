import type { GameInfo, PlayerId, Report } from '../engine/types';
import { chosenIn } from '../game/opponent';
import type { Session } from '../game/session.svelte';
import { castIn } from '../outlook/words';
import { count, decimal, short } from '../language/format';
import { text } from '../strings';

/** Who plays a side, in a word or two. */
export function seatName(session: Session, player: PlayerId): string {
  const cast = player === 'two' ? castIn(session) : null;
  if (cast && cast.part !== 'adversary') return text.parts[cast.part];
  const seat = session.seats[player];
  if (seat.kind === 'computer') return agentName(session.info, seat.agent);
  return session.mine === player ? text.you : '';
}

/** An agent's name for people: what it is called where it is offered, and how much it thinks. */
export function agentName(info: Pick<GameInfo, 'agents' | 'levels'>, agent: string): string {
  const chosen = chosenIn(info, agent);
  const level = /^level:(\d+)/.exec(agent);
  if (chosen.kind !== 'offer') return level ? text.level(Number(level[1])) : agent;
  const offer = info.agents.find(({ name }) => name === chosen.name)?.offer;
  if (!offer) return agent;
  return chosen.value && offer.strength ? `${offer.title}, ${amount(offer.strength.parameter, chosen.value)}` : offer.title;
}

/** How much an agent thinks, in words. */
export function amount(parameter: string, value: string): string {
  const { amounts } = text.newPlayer;
  if (parameter === 'time' || parameter === 'clock') {
    const [, figure = '', unit = ''] = /^([\d.]+)(ms|s|m)$/.exec(value) ?? [];
    const seconds = Number(figure) * ({ ms: 0.001, s: 1, m: 60 }[unit] ?? 1);
    return parameter === 'clock' ? amounts.clock(count(seconds / 60), seconds / 60) : amounts.time(decimal(seconds), seconds);
  }
  if (parameter === 'playouts') return amounts.playouts(count(Number(value)));
  if (parameter === 'depth') return amounts.depth(count(Number(value)), Number(value));
  return parameter === 'nodes' ? amounts.nodes(count(Number(value))) : `${parameter} ${value}`;
}

/** A level in words; where a game has fewer, they are spread over all of them. */
export function levelName(level: number, levels: number): string {
  const names = text.levelNames;
  return names[Math.ceil((level / levels) * names.length) - 1] ?? '';
}

/** How far a search has come. */
export function thought(report: Report): string {
  const parts = [`${text.depth} ${report.depth}`];
  if (report.playouts > 0) parts.push(`${short(report.playouts)} ${text.playouts}`);
  else parts.push(`${short(report.nodes)} ${text.positions}`);
  return parts.join(' · ');
}
