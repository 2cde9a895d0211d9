import { expect, test } from 'vitest';

import { nearest, scaled, step, turned } from '../../src/board/geometry';
import { isLong, lying } from '../../src/board/orient';
import type { Board } from '../../src/engine/types';

/** A grid of two by four squares. */
const grid: Board = {
  width: 2,
  height: 4,
  labels: [],
  edges: [],
  cells: Array.from({ length: 8 }, (_, id) => {
    const [x, y] = [id % 2, Math.floor(id / 2)];
    return { name: `${id}`, centre: [x + 0.5, y + 0.5], polygon: [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]], tone: 'light' };
  }),
};

test('four quarter turns are none', () => {
  const once = turned(grid, 1);
  expect([once.width, once.height]).toEqual([4, 2]);
  expect(once.cells[0]?.centre).toEqual([3.5, 0.5]);
  expect(turned(turned(grid, 3), 1)).toEqual(turned(grid, 4));
});

test('a long board lies along the longer side, others stay', () => {
  expect(isLong(grid)).toBe(true);
  expect([lying(grid, 800, 400), lying(grid, 400, 800)]).toEqual([true, false]);
  expect(lying({ ...grid, width: 20, height: 18 }, 400, 800)).toBe(false);
});

test('arrows lead to the next cell, and nowhere over the edge', () => {
  const board = scaled(grid);
  expect(step(board, 0, [1, 0])).toBe(1);
  expect(step(board, 0, [0, 1])).toBe(2);
  expect(step(board, 0, [-1, 0])).toBe(0);
});

test('a touch means the nearest cell within reach', () => {
  const board = scaled(grid);
  expect(nearest(board, [120, 60], board.cells.keys(), 80)).toBe(1);
  expect(nearest(board, [120, 60], [0], 80)).toBe(0);
  expect(nearest(board, [520, 60], board.cells.keys(), 80)).toBe(null);
});
