const GLYPHS: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** Annotations as people write them. */
export function glyph(numbers: number[]): string {
  return numbers.map((number) => GLYPHS[number] ?? '').join('');
}
