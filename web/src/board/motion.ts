import type { Event, Piece, Placed, Scene } from '../engine/types';

/** What is to be seen moving between two scenes. */
export interface Motion {
  /** Changes with every motion, so that the same one can run twice. */
  key: number;
  slides: { from: number; to: number }[];
  /** Pieces that leave. */
  gone: { cell: number; piece: Piece }[];
  /** Cells on which a piece appears. */
  fresh: number[];
}

let count = 0;

/** The motion of a move as it is made, seen from the scene before it. */
export function forward(before: Scene, events: Event[]): Motion {
  const motion: Motion = { key: ++count, slides: [], gone: [], fresh: [] };
  for (const { effect, cells } of events) {
    if (effect === 'note') continue;
    if ('move' in effect) motion.slides.push(effect.move);
    if ('remove' in effect) gone(motion, before.pieces, effect.remove.cell);
    if ('place' in effect) place(motion, effect.place.cell, cells);
  }
  return motion;
}

/** The motion of a move taken back, seen from the scene after it. */
export function backward(after: Scene, events: Event[]): Motion {
  const motion: Motion = { key: ++count, slides: [], gone: [], fresh: [] };
  for (const { effect, cells } of events) {
    if (effect === 'note') continue;
    if ('move' in effect) motion.slides.push({ from: effect.move.to, to: effect.move.from });
    if ('remove' in effect) motion.fresh.push(effect.remove.cell);
    if ('place' in effect && cells.length < 2) gone(motion, after.pieces, effect.place.cell);
  }
  return motion;
}

function gone(motion: Motion, pieces: Placed[], cell: number) {
  const piece = pieces.find((placed) => placed.cell === cell);
  if (piece) motion.gone.push({ cell, piece });
}

/** A piece that is placed comes from the other cell of its event, or out of nothing. */
function place(motion: Motion, cell: number, cells: number[]) {
  const from = cells.find((other) => other !== cell);
  if (from === undefined) motion.fresh.push(cell);
  else motion.slides.push({ from, to: cell });
}

/** The cells that a move changed, the ones to tint: where something left, came or went. */
export function touched(events: Event[]): number[] {
  const cells = events.flatMap(({ effect }) => {
    if (effect === 'note') return [];
    if ('move' in effect) return [effect.move.from, effect.move.to];
    if ('place' in effect) return [effect.place.cell];
    return [];
  });
  return [...new Set(cells)];
}

/** The pieces of the other side that a move would take or diminish. */
export function victims(scene: Scene, events: Event[], mover: string): Set<number> {
  const enemy = (cell: number) => {
    const side = scene.pieces.find((placed) => placed.cell === cell)?.side;
    return side !== undefined && side !== 'neutral' && side !== mover;
  };
  const cells = events.flatMap(({ effect }) => {
    if (effect === 'note') return [];
    if ('remove' in effect) return [effect.remove.cell];
    if ('change' in effect) return [effect.change.cell];
    return [];
  });
  return new Set(cells.filter(enemy));
}

/** What there is to say of a move beyond that it was made. */
export function remarks(events: Event[]): Event[] {
  return events.filter(({ rule, effect }) => rule !== 'move' && rule !== 'place' && (effect === 'note' || !('end' in effect)));
}

/** The pieces that a move would bring to cells where they do not stand now. */
export function arrivals(scene: Scene, events: Event[]): Map<number, Piece> {
  const before = new Map<number, Piece>(scene.pieces.map((placed) => [placed.cell, placed]));
  const pieces = new Map(before);
  for (const { effect } of events) {
    if (effect === 'note') continue;
    if ('place' in effect) pieces.set(effect.place.cell, effect.place.piece);
    if ('change' in effect) pieces.set(effect.change.cell, effect.change.piece);
    if ('remove' in effect) pieces.delete(effect.remove.cell);
    const moved = 'move' in effect ? pieces.get(effect.move.from) : undefined;
    if ('move' in effect && moved) {
      pieces.delete(effect.move.from);
      pieces.set(effect.move.to, moved);
    }
  }
  return new Map([...pieces].filter(([cell, piece]) => before.get(cell) !== piece));
}
