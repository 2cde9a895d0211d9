// How a page with a board is laid out. Only the window decides it: what stands
// around a board changes the place that is left for it, and may not turn it.

import { innerHeight, innerWidth } from 'svelte/reactivity/window';

import { isLong, lying } from '../board/orient';
import type { Board } from '../engine/types';

/** Pixels that the header and what stands above and below a board take up, about. */
const AROUND = 200;
/** The same in a low window. */
const LITTLE = 120;
/** Pixels that the panel beside a board takes up, about. */
const PANEL = 300;

const width = () => innerWidth.current ?? 1280;
const height = () => innerHeight.current ?? 800;

/** Whether the panel is below the board: the window is upright and a board of this kind would be narrow beside it. */
function stacked(long: boolean): boolean {
  const upright = height() >= width();
  return width() < 560 || (upright && width() <= (long ? 640 : 999));
}

export const room = {
  stacked,
  /** A phone on its side, or a page that is much enlarged: all height is the board's. */
  get low(): boolean {
    return height() <= 560 && width() >= 560 && width() > height();
  },
  /** Room for a few buttons only, and none for their words. */
  get small(): boolean {
    return width() <= 640 || this.low;
  },
  /** Whether a board is to be turned by a quarter, so that it lies along the longer side of its place. */
  turned(board: Board): boolean {
    if (!stacked(isLong(board))) return lying(board, width() - PANEL, height() - (this.low ? LITTLE : AROUND));
    // A window so narrow is scrolled: an upright board is as high in it as need be.
    return width() < 400 ? lying(board, 1, 2) : lying(board, width(), height() - AROUND);
  },
  /** Whether a long board is seen on its side. */
  flat(board: Board): boolean {
    return isLong(board) && board.width > board.height !== this.turned(board);
  },
};
