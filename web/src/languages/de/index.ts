// German. Everything a player reads is in this folder.

import type { LessonWords, Translation } from '../../language/language.svelte';
import { translator } from '../../language/sentences';
import { sentences } from './sentences';
import { texts } from './texts';
import { words } from './words';

/** Files by the names of their games. */
function byGame<T>(files: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [/(\w+)\.\w+$/.exec(path)?.[1] ?? path, file]));
}

const german: Translation = {
  words,
  told: translator(texts, sentences, ','),
  lessons: byGame(import.meta.glob<Record<string, LessonWords>>('./lessons/*.json', { import: 'default', eager: true })),
  rules: byGame(import.meta.glob<string>('./rules/*.md', { query: '?raw', import: 'default' })),
};

export default german;
