import type { Event, GameInfo, Options, Setup } from '../engine/types';
import { usualOptions } from '../game/options';
import { language, type LessonWords } from '../language/language.svelte';

/** A step of a tutorial: a position, what to do in it, and how the engine tells that it was done. */
export interface Lesson extends Written {
  /** Its title in English, by which other languages know it. */
  name: string;
}

/** A lesson as it is written; `title`, `text` and `done`, which is said after the engine's own words, are English. */
interface Written extends LessonWords {
  options?: Options;
  position?: string;
  /** Moves made before the learner's. */
  moves?: string[];
  expect: Expectation;
}

/** Any move; one of these; one that begins on a cell; one by which a rule takes effect, or ends the game. */
export type Expectation = { any: true } | { moves: string[] } | { cells: string } | { rule: string } | { ends: string };

/** The lessons of each game that has some, in the language of the page whenever they are read. */
export async function lessonsOf(game: string): Promise<Lesson[]> {
  const files = import.meta.glob<Written[]>(['./*.json', '!./showcase.json'], { import: 'default' });
  return ((await files[`./${game}.json`]?.()) ?? []).map((lesson) => {
    const words = (): LessonWords => language.translation?.lessons[game]?.[lesson.title] ?? lesson;
    return {
      ...lesson,
      name: lesson.title,
      get title() {
        return words().title;
      },
      get text() {
        return words().text;
      },
      get done() {
        return words().done;
      },
      get words() {
        return words().words;
      },
    };
  });
}

/** The game a lesson is played in: by the usual rules, unless it has options. */
export function setupOf(info: Pick<GameInfo, 'name' | 'options'>, { options, position }: Lesson): Setup {
  return { game: info.name, options: options ?? usualOptions(info), position };
}

/** Whether a move, with what it does, is what the lesson asks for. */
export function meets(expect: Expectation, move: string, events: Event[]): boolean {
  if ('any' in expect) return true;
  if ('moves' in expect) return expect.moves.includes(move);
  if ('cells' in expect) return move.startsWith(expect.cells);
  if ('rule' in expect) return events.some(({ rule }) => rule === expect.rule);
  return events.some(({ effect }) => effect !== 'note' && 'end' in effect && effect.end.reason === expect.ends);
}
