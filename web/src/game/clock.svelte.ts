import type { PlayerId } from '../engine/types';
import { sounds } from '../sound';
import { LOW, type ClockState, type TimeControl } from './time';

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
    const before = this.left[player];
    this.left[player] = Math.max(0, before - (now - this.#since));
    this.#since = now;
    if (before >= LOW && this.left[player] < LOW) sounds.low();
    if (this.left[player] > 0) return;
    window.clearInterval(this.#timer);
    this.running = null;
    this.flagged(player);
  }
}
