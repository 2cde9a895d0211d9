import type { Piece, PlayerId } from '../engine/types';
import { text } from '../strings';

/** The name of whose a piece is. */
export function sideName(side: Piece['side'], players: [string, string]): string {
  return side === 'neutral' ? text.neutral : players[side === 'one' ? 0 : 1];
}

/** The name of a player. */
export function playerName(player: PlayerId, players: [string, string]): string {
  return players[player === 'one' ? 0 : 1];
}

/** A piece in words: "circle 9, Odd". */
export function pieceName(piece: Piece, players: [string, string]): string {
  const layers = piece.layers?.length ? ` (${piece.layers.map((layer) => `${text.shapes[layer.shape]} ${layer.label}`).join(', ')})` : '';
  const what = [text.shapes[piece.shape], piece.label].filter(Boolean).join(' ');
  return piece.shape === 'number' ? what : `${what}${layers}, ${sideName(piece.side, players)}`;
}
