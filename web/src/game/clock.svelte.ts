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

/** Two clocks of which at most one runs. */
export class Clock {
  left: Record<PlayerId, number> = $state({ one: 0, two: 0 });
  running: PlayerId | null = $state(null);
  #since = 0;
  #timer = 0;

  constructor(
    readonly control: TimeControl,
    private flagged: (loser: PlayerId) => void,
    left?: Record<PlayerId, number>,
  ) {
    const all = control.minutes * 60_000;
    this.left = left ?? { one: all, two: all };
  }

  /** Lets a player's clock run, and the other's stand. */
  run(player: PlayerId | null) {
    this.stop();
    if (player === null) return;
    this.running = player;
    this.#since = performance.now();
    this.#timer = window.setInterval(() => this.#tick(), 50);
  }

  stop() {
    if (this.running) this.#tick();
    window.clearInterval(this.#timer);
    this.running = null;
  }

  /** Adds the increment after a player's move. */
  moved(player: PlayerId) {
    this.left[player] += this.control.increment * 1000;
  }

  get saved(): ClockState {
    return { left: { ...this.left }, control: this.control };
  }

  #tick() {
    const player = this.running;
    if (!player) return;
    const now = performance.now();
    this.left[player] = Math.max(0, this.left[player] - (now - this.#since));
    this.#since = now;
    if (this.left[player] > 0) return;
    window.clearInterval(this.#timer);
    this.running = null;
    this.flagged(player);
  }
}

/** Minutes and seconds, with tenths when little is left. */
export function clockText(ms: number): string {
  const seconds = ms / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  if (seconds < 10) return `0:0${(Math.floor(rest * 10) / 10).toFixed(1)}`;
  return `${minutes}:${String(Math.floor(rest)).padStart(2, '0')}`;
}
