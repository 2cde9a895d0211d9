import type { PlayerId } from '../engine/types';

/** A time control: so many minutes, and seconds added after each move. */
export interface TimeControl {
  minutes: number;
  increment: number;
}

/** What the clocks show. */
export interface ClockState {
  left: Record<PlayerId, number>;
  control: TimeControl;
}

/** Under this the clock warns. */
export const LOW = 20_000;

/** Minutes and seconds, with tenths when little is left. */
export function clockText(ms: number): string {
  const seconds = ms / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  if (seconds < 10) return `0:0${(Math.floor(rest * 10) / 10).toFixed(1)}`;
  return `${minutes}:${String(Math.floor(rest)).padStart(2, '0')}`;
}
