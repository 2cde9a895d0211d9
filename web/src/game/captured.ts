import type { Piece, PlayerId } from '../engine/types';
import { sideToMove } from './sides';
import { pathTo, type Node } from './tree';

/** What each side has taken from the other on the way to a position, in order. */
export function captured(node: Node): Record<PlayerId, Piece[]> {
  const taken: Record<PlayerId, Piece[]> = { one: [], two: [] };
  for (const step of pathTo(node)) {
    const before = step.parent?.state;
    /** Stacks that have lost layers already by this move. */
    const left = new Map<number, Piece>();
    for (const { effect } of step.state?.events ?? []) {
      if (effect === 'note' || !before) continue;
      const cell = 'remove' in effect ? effect.remove.cell : 'change' in effect ? effect.change.cell : null;
      const piece = (cell !== null && left.get(cell)) || before.scene.pieces.find((placed) => placed.cell === cell);
      if (!piece || piece.side === 'neutral' || piece.side === sideToMove(before)) continue;
      const lost = 'change' in effect ? lostLayers(piece, effect.change.piece) : [piece];
      if ('change' in effect) left.set(effect.change.cell, effect.change.piece);
      taken[piece.side === 'one' ? 'two' : 'one'].push(...lost);
    }
  }
  return taken;
}

/** The layers that a stack has lost. */
function lostLayers(before: Piece, after: Piece): Piece[] {
  const left = (after.layers ?? []).map((layer) => layer.label);
  const lost = (before.layers ?? []).filter((layer) => {
    const at = left.indexOf(layer.label);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return lost.map((layer) => ({ side: before.side, ...layer }));
}
