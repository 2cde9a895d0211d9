import type { Limits, PlayerId } from '../engine/types';

/** Who plays a side. */
export type Seat = { kind: 'person' } | Computer;

export interface Computer {
  kind: 'computer';
  /** Named as everywhere; a seed in its text wins over the one below. */
  agent: string;
  limits: Limits;
  /** What its randomness follows from in this game. */
  seed?: number;
}

/** The seats of a new game: whatever computer plays, it plays as it did in no game before. */
export function freshSeats(seats: Record<PlayerId, Seat>): Record<PlayerId, Seat> {
  return { one: fresh(seats.one), two: fresh(seats.two) };
}

function fresh(seat: Seat): Seat {
  return seat.kind === 'computer' ? { ...seat, seed: Math.floor(Math.random() * 2 ** 32) } : seat;
}

/** Whether an agent's text says how much it thinks; clocks do not change that. */
export function limitsItself(agent: string): boolean {
  return /^level\b|[:,](time|nodes|depth|playouts|clock)=/.test(agent);
}
