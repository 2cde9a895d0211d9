import { settings } from '../settings.svelte';
import type { Words } from '../strings';

/** The languages there are, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' };
export type Language = keyof typeof LANGUAGES;

/** What a lesson says. */
export interface LessonWords {
  title: string;
  text: string;
  done: string;
  /** Unusual words, and what they mean. */
  words?: Record<string, string>;
}

/** Everything there is in a language other than English. */
export interface Translation {
  /** What the app says. */
  words: Words;
  /** What the engine says; `null` where this language has no words for it. */
  told(text: string): string | null;
  /** The lessons of each game, by their English titles. */
  lessons: Record<string, Record<string, LessonWords>>;
  /** The rules page of each game, in Markdown; fetched when it is read. */
  rules: Record<string, () => Promise<string>>;
}

/** English is part of the app, and any other language is fetched when it is chosen. */
const FOLDERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Translation }>> = {
  de: () => import('../languages/de/index'),
};

let now: { code: Language; translation: Translation | null } = $state.raw({ code: 'en', translation: null });

const isLanguage = (code: string | undefined): code is Language => code !== undefined && Object.hasOwn(LANGUAGES, code);

/** The languages the browser asks for, the dearest first. */
const asked = () => globalThis.navigator?.languages ?? [];

/** The language that is set, or the first one of those the browser asks for. */
function chosen(): Language {
  if (isLanguage(settings.language)) return settings.language;
  return asked().map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

/** Speaks the language that is set; a promise only where its texts have to be fetched first. */
export function speak(): Promise<void> | null {
  const code = chosen();
  if (code === now.code) return null;
  if (code === 'en') {
    put(code, null);
    return null;
  }
  return FOLDERS[code]().then(
    ({ default: translation }) => {
      if (chosen() === code) put(code, translation);
    },
    () => {
      // No network, and never fetched: what is there goes on being spoken.
    },
  );
}

function put(code: Language, translation: Translation | null) {
  now = { code, translation };
  document.documentElement.lang = code;
}

export const language = {
  get code(): Language {
    return now.code;
  },
  get translation(): Translation | null {
    return now.translation;
  },
  /** How numbers and dates are written: as in the reader's country, where the browser names one that speaks it. */
  get locale(): string {
    return asked().find((tag) => tag.split('-')[0] === now.code) ?? now.code;
  },
};

/** A text of the engine's, in the language of the page. */
export function say(text: string): string {
  return now.translation?.told(text) ?? text;
}
