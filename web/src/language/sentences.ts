// How the engine's texts are translated: by the English text, where it is always
// the same, or by its sentence, where numbers and names stand in it.

/**
 * English sentences, and the same in another language. In braces stands what
 * differs: `{#n}` a number, `{@at}` a cell or several, `{=move}` anything that
 * is left as it is, and `{who}` a text of the engine's, translated in its turn.
 */
export type Sentences = [english: string, translated: string][];

const PLACE = /\{([#@=]?)(\w+)\}/;
const KINDS: Record<string, string> = {
  '#': '-?\\d+',
  '@': '[a-z]\\d+(?:,? [a-z]\\d+)*',
  '=': '.*?',
  '': '.+?',
};

interface Sentence {
  /** What is the same in all of them. */
  english: RegExp;
  /** Names of what differs, in order; those that are left as they are, or not. */
  places: { name: string; kept: boolean }[];
  translated: string;
}

function compile([english, translated]: Sentences[number]): Sentence {
  const places: Sentence['places'] = [];
  // Every third part is a kind, and every one after it a name.
  const parts = english.split(PLACE).map((part, index, all) => {
    if (index % 3 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (index % 3 === 1) return '';
    const kind = all[index - 1] ?? '';
    places.push({ name: part, kept: kind !== '' });
    return `(${KINDS[kind]})`;
  });
  return { english: new RegExp(`^${parts.join('')}$`), places, translated };
}

/** Numbers need no translation but that of their point. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
/** How many texts are remembered. */
const MEMORY = 2000;

/** Translates texts of the engine's; `null` where it, or some part of it, is not known. */
export function translator(texts: Record<string, string>, sentences: Sentences, point: string): (text: string) => string | null {
  const compiled = sentences.map(compile);
  const known = new Map<string, string | null>();
  const translate = (text: string): string | null => {
    if (Object.hasOwn(texts, text)) return texts[text] ?? null;
    if (NUMBER.test(text)) return text.replace('.', point);
    for (const { english, places, translated } of compiled) {
      const found = english.exec(text);
      if (!found) continue;
      const parts = places.map(({ kept }, index) => (kept ? (found[index + 1] ?? '') : told(found[index + 1] ?? '')));
      if (parts.includes(null)) continue;
      return translated.replace(/\{(\w+)\}/g, (_, name: string) => parts[places.findIndex((place) => place.name === name)] ?? '');
    }
    return null;
  };
  const told = (text: string): string | null => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MEMORY) known.clear();
    const words = translate(text);
    known.set(text, words);
    return words;
  };
  return told;
}
