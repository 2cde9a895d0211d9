// German is complete: whatever a player can read in English is there, and nothing else.

import { describe, expect, test } from 'vitest';

import { translator } from '../../src/language/sentences';
import german from '../../src/languages/de/index';
import { sentences } from '../../src/languages/de/sentences';
import { texts } from '../../src/languages/de/texts';
import { lessonsOf } from '../../src/lessons/lesson';
import { english } from '../../src/strings';
import { about, games, ofPlay, ofThought, rulesOf } from './engine';
import { refusals } from './refusals';

/** The places of all texts in a tree of words; functions stand for theirs. */
function places(words: unknown, at = ''): [string, unknown][] {
  if (typeof words !== 'object' || words === null) return [[at, words]];
  return Object.entries(words).flatMap(([name, value]) => places(value, `${at}.${name}`));
}

describe('what the app says', () => {
  test('has a word in German for each in English', () => {
    expect(places(german.words).map(([at]) => at)).toEqual(places(english).map(([at]) => at));
    for (const [at, words] of places(german.words)) {
      const source = places(english).find(([known]) => known === at)?.[1];
      expect(typeof words, at).toBe(typeof source);
      expect(words === '', at).toBe(source === '');
    }
  });
});

describe('what the engine says', () => {
  const unknown = (said: Iterable<string>) => [...new Set(said)].filter((text) => german.told(text) === null);

  test.each(games)('is known of $name', (info) => {
    expect(unknown(about(info))).toEqual([]);
  });

  test('is known of all else, and nothing is translated that is never said', { timeout: 60_000 }, async () => {
    const said = new Set([...games.flatMap(about), ...ofThought(), ...refusals()]);
    for await (const text of ofPlay()) said.add(text);
    expect(unknown(said)).toEqual([]);
    const asked = new Set<unknown>();
    const noting = new Proxy(texts, { getOwnPropertyDescriptor: (all, text) => (asked.add(text), Reflect.getOwnPropertyDescriptor(all, text)) });
    // Each sentence gives its own number and passes on those of its parts.
    const passing = (source: string) => [...source.matchAll(/\{[#@=]?(\w+)\}/g)].map(([, name]) => `{${name}}`).join('');
    const numbered = translator(noting, sentences.map(([source], index) => [source, `<${index}>${passing(source)}`]), ',');
    const used = new Set([...said].flatMap((text) => [...(numbered(text) ?? '').matchAll(/<(\d+)>/g)].map(([, index]) => Number(index))));
    expect(sentences.filter((_, index) => !used.has(index)).map(([source]) => source)).toEqual([]);
    expect(Object.keys(texts).filter((text) => !asked.has(text))).toEqual([]);
  });
});

describe('lessons and rules', () => {
  test.each(games)('the lessons of $name are the same, in other words', async ({ name }) => {
    const lessons = await lessonsOf(name);
    expect(Object.keys(german.lessons[name] ?? {})).toEqual(lessons.map((lesson) => lesson.name));
    for (const lesson of lessons) {
      const { title, text, done, words, ...rest } = german.lessons[name]?.[lesson.name] ?? { title: '', text: '', done: '' };
      expect(rest).toEqual({});
      expect([title, text, done].every((said) => said.length > 3)).toBe(true);
      expect(Object.keys(words ?? {}).length, title).toBe(Object.keys(lesson.words ?? {}).length);
    }
  });

  /** What must be the same in every language, section by section: headings, numbers, code, links. */
  const bones = (page: string) =>
    page.split(/^(?=##+ )/m).map((part) => ({
      depth: /^#*/.exec(part)?.[0].length,
      numbers: (part.match(/\d+/g) ?? []).sort(),
      code: (part.match(/`[^`\n]+`/g) ?? []).sort(),
      links: part.match(/\]\([^)]+\)/g),
      rows: part.match(/^\|/gm)?.length,
      pictures: part.match(/^```/gm)?.length,
    }));
  test.each(games)('the rules of $name have the same parts, numbers and links', async ({ name }) => {
    const page = (await german.rules[name]?.()) ?? '';
    expect(bones(page)).toEqual(bones(rulesOf(name)));
  });
});
