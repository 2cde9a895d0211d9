import type { PlayerId, Report } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { castIn } from '../outlook/words';
import { short } from '../language/format';
import { text } from '../strings';

/** Who plays a side, in a word or two. */
export function seatName(session: Session, player: PlayerId): string {
  const cast = player === 'two' ? castIn(session) : null;
  if (cast && cast.part !== 'adversary') return text.parts[cast.part];
  const seat = session.seats[player];
  if (seat.kind === 'computer') return agentName(seat.agent);
  return session.mine === player ? text.you : '';
}

/** An agent's name for people. */
export function agentName(agent: string): string {
  const level = /^level:(\d+)/.exec(agent);
  return level ? text.level(Number(level[1])) : agent;
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
