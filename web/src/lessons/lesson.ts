import type { Event, Options, Setup } from '../engine/types';

/** A step of a tutorial: a position, what to do in it, and how the engine tells that it was done. */
export interface Lesson {
  title: string;
  text: string;
  options?: Options;
  position?: string;
  /** Moves made before the learner's. */
  moves?: string[];
  expect: Expectation;
  /** What is said when it is done, after the engine's own words. */
  done: string;
}

/** Any move; one of these; one that begins on a cell; one by which a rule takes effect, or ends the game. */
export type Expectation = { any: true } | { moves: string[] } | { cells: string } | { rule: string } | { ends: string };

/** The lessons of each game that has some. */
export async function lessonsOf(game: string): Promise<Lesson[]> {
  const files = import.meta.glob<Lesson[]>(['./*.json', '!./showcase.json'], { import: 'default' });
  return (await files[`./${game}.json`]?.()) ?? [];
}

/** The game a lesson is played in. */
export function setupOf(game: string, { options, position }: Lesson): Setup {
  return { game, options, position };
}

/** Whether a move, with what it does, is what the lesson asks for. */
export function meets(expect: Expectation, move: string, events: Event[]): boolean {
  if ('any' in expect) return true;
  if ('moves' in expect) return expect.moves.includes(move);
  if ('cells' in expect) return move.startsWith(expect.cells);
  if ('rule' in expect) return events.some(({ rule }) => rule === expect.rule);
  return events.some(({ effect }) => effect !== 'note' && 'end' in effect && effect.end.reason === expect.ends);
}
