import type { CDPSession } from '@playwright/test';

/** A place on the glass. */
export type Touch = [x: number, y: number];

/** Fingers on the glass, as the browser itself hears of them. */
export class Fingers {
  constructor(private cdp: CDPSession) {}

  async #tell(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Touch[]) {
    await this.cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  }
  /** Each finger goes from its first place to its last; the second comes down after the first. */
  async go(ways: [Touch, Touch][]) {
    const at = (part: number) => ways.map(([[ax, ay], [bx, by]]): Touch => [ax + (bx - ax) * part, ay + (by - ay) * part]);
    for (let count = 1; count <= ways.length; count++) await this.#tell('touchStart', at(0).slice(0, count));
    for (let step = 1; step <= 8; step++) await this.#tell('touchMove', at(step / 8));
    for (let left = ways.length - 1; left >= 0; left--) await this.#tell('touchEnd', at(1).slice(0, left));
  }
}
