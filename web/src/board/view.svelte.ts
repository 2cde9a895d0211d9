import type { Point } from '../engine/types';
import type { Frame } from './geometry';

/** No closer than this many cells across. */
const CLOSEST = 500;

/** The part of a board that is seen: all of it, or a part that can be moved about. */
export class View {
  #full: Frame = { x: 0, y: 0, width: 1, height: 1 };
  frame: Frame = $state.raw(this.#full);
  zoomed = $state(false);

  /** Sets what there is to be seen, and shows all of it. */
  reset(full: Frame) {
    this.#full = full;
    this.frame = full;
    this.zoomed = false;
  }

  /** Shows a part, in the proportions of the whole. */
  focus(part: Frame) {
    const scale = Math.max(part.width / this.#full.width, part.height / this.#full.height, CLOSEST / this.#full.width);
    this.#show(scale, [part.x + part.width / 2, part.y + part.height / 2]);
  }

  /** Zooms by a factor; the given point stays where it is. */
  zoom(factor: number, [x, y]: Point = this.#middle()) {
    const least = Math.min(1, CLOSEST / this.#full.width);
    const scale = Math.max(least, Math.min(1, this.frame.width / this.#full.width / factor));
    const shrink = (scale * this.#full.width) / this.frame.width;
    const [mx, my] = this.#middle();
    this.#show(scale, [x + (mx - x) * shrink, y + (my - y) * shrink]);
  }

  /** Moves what is seen by so many board units. */
  pan(dx: number, dy: number) {
    const [x, y] = this.#middle();
    this.#show(this.frame.width / this.#full.width, [x + dx, y + dy]);
  }

  #middle(): Point {
    return [this.frame.x + this.frame.width / 2, this.frame.y + this.frame.height / 2];
  }

  #show(scale: number, [x, y]: Point) {
    if (scale >= 1) return this.reset(this.#full);
    const [width, height] = [this.#full.width * scale, this.#full.height * scale];
    const within = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value));
    this.frame = {
      x: within(this.#full.x, x - width / 2, this.#full.x + this.#full.width - width),
      y: within(this.#full.y, y - height / 2, this.#full.y + this.#full.height - height),
      width,
      height,
    };
    this.zoomed = true;
  }
}
