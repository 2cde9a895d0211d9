import type { Board, State } from '../engine/types';
import { pieceName } from '../board/names';
import { say } from '../language/language.svelte';
import { text } from '../strings';
import { sideToMove } from './sides';

/** What is needed to tell why a move cannot be made. */
interface Attempt {
  board: Board;
  state: State;
  players: [string, string];
  /** The cells that were touched in order. */
  cells: number[];
  /** The word that goes with them, such as strong or weak. */
  word: string | null;
  /** Asks the engine for a move, which refuses it in words. */
  ask: (move: string) => Promise<unknown>;
}

/** Why nothing came of touching these cells, in a sentence. */
export async function whyNot(attempt: Attempt): Promise<string> {
  const { board, state, players, cells, ask } = attempt;
  const move = asText(attempt);
  if (move !== null) {
    try {
      await ask(move);
    } catch (refusal) {
      return say((refusal as Error).message);
    }
  }
  const touched = cells.at(-1) ?? 0;
  const name = board.cells[touched]?.name ?? '';
  const piece = state.scene.pieces.find(({ cell }) => cell === touched);
  if (!piece) return text.nothingThere(name);
  const what = `${pieceName(piece, players)} (${name})`;
  return piece.side === sideToMove(state) ? text.cannotMove(what) : text.notYours(what);
}

/** The move as text, where the game writes its moves as the names of their cells, perhaps after a sign for the word. */
function asText({ board, state, cells, word }: Attempt): string | null {
  const names = (all: number[]) => all.map((cell) => board.cells[cell]?.name ?? '').join('');
  const like = state.choices.find((choice) => choice.cells.length === cells.length && (choice.choice ?? null) === word && choice.move.endsWith(names(choice.cells)));
  return like ? like.move.slice(0, -names(like.cells).length) + names(cells) : null;
}
