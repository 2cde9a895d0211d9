import type { Point } from '../engine/types';
import type { View } from './view.svelte';

/** A finger or mouse button that is down. */
interface Press {
  id: number;
  cell: number | null;
  at: Point;
  /** The last place on the screen, for panning. */
  screen: Point;
  dragging: boolean;
}

/** What the board does when hands touch it. */
interface Hands {
  /** A place on the screen in board units. */
  locate(event: PointerEvent): Point;
  /** The cell meant by a point; fingers are less exact than mice. */
  cellAt(point: Point, finger: boolean): number | null;
  /** A press begins on a cell: whether a piece is now in the hand. */
  pick(cell: number): boolean;
  /** A press ends where it began. */
  click(cell: number): void;
  /** A piece that was in the hand is let go over a cell. */
  drop(cell: number | null): void;
  /** The press meant something else: what it picked up is back where it was. */
  release(): void;
}

const CLICK = 6;

/** Clicks, drags, pans and pinches from pointer events, mouse and touch alike. */
export class Pointers {
  /** Where the carried piece is, while one is carried. */
  carried: Point | null = $state.raw(null);
  over: number | null = $state(null);
  #press: Press | null = null;
  #held = false;
  #fingers = new Map<number, Point>();

  constructor(
    private hands: Hands,
    private view: View,
  ) {}

  down(event: PointerEvent) {
    if (event.button !== 0) return;
    const screen: Point = [event.clientX, event.clientY];
    this.#fingers.set(event.pointerId, screen);
    if (this.#fingers.size > 1) return this.cancel(event, true);
    const at = this.hands.locate(event);
    const cell = this.hands.cellAt(at, event.pointerType === 'touch');
    this.#press = { id: event.pointerId, cell, at, screen, dragging: false };
    this.#held = cell !== null && this.hands.pick(cell);
  }

  move(event: PointerEvent) {
    const screen: Point = [event.clientX, event.clientY];
    if (this.#fingers.size === 2 && this.#fingers.has(event.pointerId)) return this.#pinch(event, screen);
    const at = this.hands.locate(event);
    if (event.pointerType === 'mouse' || this.carried) this.over = this.hands.cellAt(at, false);
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    const far = Math.hypot(screen[0] - press.screen[0], screen[1] - press.screen[1]);
    if (!press.dragging && far < CLICK) return;
    if (!press.dragging) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    press.dragging = true;
    if (this.#held) this.carried = at;
    else if (this.view.zoomed) {
      this.view.pan(press.at[0] - at[0], press.at[1] - at[1]);
    }
  }

  up(event: PointerEvent) {
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    const finger = event.pointerType === 'touch';
    const cell = this.hands.cellAt(this.hands.locate(event), finger);
    if (press.dragging && this.#held) this.hands.drop(cell);
    else if (!press.dragging && press.cell !== null) this.hands.click(press.cell);
    this.#clear(finger);
  }

  cancel(event: PointerEvent, keepFinger = false) {
    if (!keepFinger) this.#fingers.delete(event.pointerId);
    if (this.#press && this.#held) this.hands.release();
    this.#clear(true);
  }

  leave() {
    this.over = null;
  }

  #clear(finger: boolean) {
    this.#press = null;
    this.carried = null;
    if (finger) this.over = null;
  }

  #pinch(event: PointerEvent, screen: Point) {
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    const before = this.#fingers.get(event.pointerId);
    this.#fingers.set(event.pointerId, screen);
    if (!other || !before) return;
    const span = (point: Point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    this.view.zoom(span(screen) / Math.max(1, span(before)), this.hands.locate(event));
  }
}
