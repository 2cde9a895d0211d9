import type { Piece, PlayerId } from '../engine/types';
import { pathTo, type Node } from './tree';

/** What each side has taken from the other on the way to a position, in order. */
export function captured(node: Node): Record<PlayerId, Piece[]> {
  const taken: Record<PlayerId, Piece[]> = { one: [], two: [] };
  for (const step of pathTo(node)) {
    const before = step.parent?.state;
    for (const { effect } of step.state?.events ?? []) {
      if (effect === 'note' || !before) continue;
      const cell = 'remove' in effect ? effect.remove.cell : 'change' in effect ? effect.change.cell : null;
      const piece = before.scene.pieces.find((placed) => placed.cell === cell);
      if (!piece || piece.side === 'neutral' || piece.side === before.turn) continue;
      const lost = 'change' in effect ? lostLayer(piece, effect.change.piece) : piece;
      if (lost) taken[piece.side === 'one' ? 'two' : 'one'].push(lost);
    }
  }
  return taken;
}

/** The layer that a stack has lost. */
function lostLayer(before: Piece, after: Piece): Piece | null {
  const left = (after.layers ?? []).map((layer) => layer.label);
  const lost = (before.layers ?? []).find((layer) => {
    const at = left.indexOf(layer.label);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return lost ? { side: before.side, ...lost } : null;
}
