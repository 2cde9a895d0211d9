import type { Board, PlayerId, Scene } from '../engine/types';

/** Whether a board is so much longer than wide that it matters how it lies. */
export function isLong({ width, height }: Board): boolean {
  return Math.max(width, height) > 1.4 * Math.min(width, height);
}

/** Whether a long board is to be turned by a quarter, to lie along the longer side of the place it is given. */
export function lying(board: Board, width: number, height: number): boolean {
  const upright = Math.min(width / board.width, height / board.height);
  const flat = Math.min(width / board.height, height / board.width);
  return isLong(board) && flat > upright * 1.05;
}

/** The player whose pieces begin at the foot of the board, where the two sides are apart. */
export function atFoot(board: Board, start: Scene): PlayerId | null {
  const middle = (side: PlayerId) => {
    const ys = start.pieces.filter((piece) => piece.side === side).map(({ cell }) => board.cells[cell]?.centre[1] ?? 0);
    return ys.length === 0 ? null : ys.reduce((sum, y) => sum + y, 0) / ys.length;
  };
  const [one, two] = [middle('one'), middle('two')];
  if (one === null || two === null || Math.abs(one - two) < board.height / 8) return null;
  return one > two ? 'one' : 'two';
}

/** How many pixels wide a cell is when the whole board is drawn in a place, turned by a quarter or not. */
export function unitOf(board: Board, turned: boolean, width: number, height: number): number {
  return turned ? Math.min(width / board.height, height / board.width) : Math.min(width / board.width, height / board.height);
}
