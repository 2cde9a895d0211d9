import type { PlayerId } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { faultOf, lost, type Judged } from './judge';
import type { Review } from './review.svelte';

/** A second try at the faults of a game, the answer hidden. */
export class Retry {
  now: Judged | null = $state.raw(null);
  /** What is said of the last try. */
  said: 'searching' | 'retryBad' | 'retryGood' | null = $state(null);
  shown = $state(false);
  #left: Judged[] = [];
  #review: Review | null = null;

  constructor(private session: Session) {}

  begin(review: Review, faults: Judged[]) {
    this.#review = review;
    this.#left = [...faults];
    this.next();
  }

  /** Goes to the position before the next fault. */
  next() {
    this.now = this.#left.shift() ?? null;
    this.said = null;
    this.shown = false;
    if (this.now?.node.parent) void this.session.goTo(this.now.node.parent);
    else this.leave();
  }

  /** Judges a move against the best one, without adding it to the game. */
  async attempt(move: string) {
    const { now } = this;
    const from = now?.node.parent;
    if (!now || !from || !this.#review) return;
    this.said = 'searching';
    const chance = await this.#review.chanceAfter(from, move);
    if (this.now !== now) return;
    const fault = move !== now.better && faultOf(lost(now.player as PlayerId, now.before, chance));
    this.said = fault ? 'retryBad' : 'retryGood';
  }

  /** Shows the answer. */
  show() {
    this.shown = true;
  }

  leave() {
    this.now = null;
    this.said = null;
    this.shown = false;
  }
}
