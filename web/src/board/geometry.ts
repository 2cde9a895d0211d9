import type { Board, Point } from '../engine/types';

/** A rectangle in board units. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The width of a cell in the picture. Letters a fraction of a unit high are drawn badly, so it is not 1. */
export const UNIT = 100;

/** The engine's board in the units of the picture. */
export function scaled(board: Board): Board {
  return { ...mapped(board, ([x, y]) => [x * UNIT, y * UNIT]), width: board.width * UNIT, height: board.height * UNIT };
}

/** The board turned clockwise by quarters of a circle; names stay where their cells go. */
export function turned(board: Board, quarters: number): Board {
  const times = ((quarters % 4) + 4) % 4;
  if (times === 0) return board;
  if (times > 1) return turned(halfTurned(board), times - 2);
  return { ...mapped(board, ([x, y]) => [board.height - y, x]), width: board.height, height: board.width };
}

/** Whether all coordinates stand outside the rectangle of the board. */
const isRectangle = ({ width, height, labels }: Board) => labels.every(({ at: [x, y] }) => x < 0 || y < 0 || x > width || y > height);

/** The board seen from the other side. Beside a rectangle coordinates stay on their sides, so that it does not move. */
function halfTurned(board: Board): Board {
  const { width, height, labels } = board;
  const round = mapped(board, ([x, y]) => [width - x, height - y]);
  if (!isRectangle(board)) return round;
  const outside = (at: number, size: number) => (at < 0 || at > size ? at : size - at);
  return { ...round, labels: labels.map((label) => ({ ...label, at: [outside(label.at[0], width), outside(label.at[1], height)] })) };
}

function mapped(board: Board, move: (point: Point) => Point): Board {
  return {
    ...board,
    cells: board.cells.map((cell) => ({ ...cell, centre: move(cell.centre), polygon: cell.polygon.map(move) })),
    labels: board.labels.map((label) => ({ ...label, at: move(label.at) })),
    edges: board.edges.map((edge) => ({ ...edge, line: edge.line.map(move) })),
  };
}

/** What must be seen of a board: its cells with a hair of room, and the coordinates. */
export function frameOf(board: Board, labels: boolean): Frame {
  const corners = board.cells.flatMap((cell) => cell.polygon);
  const beside = labels ? board.labels.map(({ at }) => at) : [];
  // Coordinates that go round with the board have room on either side, or it would move.
  const across = isRectangle(board) ? [] : beside.map(([x, y]): Point => [board.width - x, board.height - y]);
  const names = [...beside, ...across].flatMap(([x, y]): Point[] => [[x - 20, y - 20], [x + 20, y + 20]]);
  return around([...corners, ...names], 6);
}

/** A part of a rectangular board: whole cells, and the coordinates at its edges. */
export interface Part {
  has(point: Point): boolean;
  labels: Board['labels'];
  frame: Frame;
}

/** The part around some points that has at least so many cells each way; nothing for a board of another shape. */
export function partOf(board: Board, points: Point[], labels: boolean): Part | null {
  if (!isRectangle(board) || points.length === 0) return null;
  const { x, y, width, height } = around(points, 1.5 * UNIT);
  const [left, right] = span(x, x + width, board.width, 8);
  const [top, bottom] = span(y, y + height, board.height, 5);
  const within = ([px, py]: Point) => px > left && px < right && py > top && py < bottom;
  const moved = board.labels.flatMap((label) => {
    const [px, py] = label.at;
    const at: Point = [px < 0 ? left + px : px > board.width ? right + px - board.width : px, py < 0 ? top + py : py > board.height ? bottom + py - board.height : py];
    return (px > left && px < right) || (py > top && py < bottom) ? [{ ...label, at }] : [];
  });
  const corners: Point[] = [[left, top], [right, bottom]];
  const names = labels ? moved.flatMap(({ at: [px, py] }): Point[] => [[px - 20, py - 20], [px + 20, py + 20]]) : [];
  return { has: within, labels: moved, frame: around([...corners, ...names], 6) };
}

/** The edges of whole cells around a stretch, and of more where these are too few. */
function span(from: number, to: number, size: number, least: number): [number, number] {
  let [low, high] = [Math.max(0, Math.floor(from / UNIT)), Math.min(size / UNIT, Math.ceil(to / UNIT))];
  while (high - low < least && high - low < size / UNIT) {
    if (low > 0) low--;
    if (high - low < least && high < size / UNIT) high++;
  }
  return [low * UNIT, high * UNIT];
}

/** The least rectangle around some points, with room on every side. */
export function around(points: Point[], room: number): Frame {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x: left, y: top, width: Math.max(...xs) + room - left, height: Math.max(...ys) + room - top };
}

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by);

/** The cell nearest to a point among some, if it is within reach. */
export function nearest(board: Board, point: Point, among: Iterable<number>, reach: number): number | null {
  let [found, least]: [number | null, number] = [null, reach];
  for (const id of among) {
    const cell = board.cells[id];
    if (!cell) continue;
    const far = distance(cell.centre, point);
    if (far < least) [found, least] = [id, far];
  }
  return found;
}

/** The cell that an arrow key leads to: near, and more or less in that direction. */
export function step(board: Board, from: number, [dx, dy]: Point): number {
  const start = board.cells[from]?.centre;
  if (!start) return from;
  let [found, least] = [from, Infinity];
  board.cells.forEach(({ centre: [x, y] }, id) => {
    const along = (x - start[0]) * dx + (y - start[1]) * dy;
    const aside = Math.abs((x - start[0]) * dy - (y - start[1]) * dx);
    if (along < UNIT / 5 || aside > along * 1.2) return;
    const cost = along + 2 * aside;
    if (cost < least) [found, least] = [id, cost];
  });
  return found;
}

/** A closed path through points, for the `d` of an SVG path. */
export function outline(points: Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}
