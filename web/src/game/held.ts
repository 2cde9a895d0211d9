import { remarks, victims } from '../board/motion';
import { pieceName } from '../board/names';
import type { Board, Event, Scene } from '../engine/types';
import { say } from '../language/language.svelte';
import { text } from '../strings';

/** The piece in the hand, and the moves it can make. */
export interface Held {
  cell: number;
  moves: string[];
}

/** What the piece in the hand could capture, and by which rule: a sentence each. */
export function prey({ moves }: Held, scene: Scene, previews: Map<string, Event[]>, mover: string): string[] {
  const told = moves.flatMap((move) => {
    const events = previews.get(move) ?? [];
    return victims(scene, events, mover).size > 0 ? remarks(events).map((event) => say(event.text)) : [];
  });
  return [...new Set(told)];
}

/** The same for those who do not see the marks on the board. */
export function heldInWords(held: Held, board: Board, scene: Scene, players: [string, string], captures: string[]): string {
  const piece = scene.pieces.find(({ cell }) => cell === held.cell);
  const what = [piece && pieceName(piece, players), board.cells[held.cell]?.name].filter(Boolean).join(', ');
  return [text.held(what, held.moves.length), captures.length > 0 ? text.couldCapture(captures.join('. ')) : text.capturesNothing].join(' ');
}
