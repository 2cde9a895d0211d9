import { describe, expect, test } from 'vitest';

import { buttons, firstWord, needsWord, nextCells, touch, words } from '../../src/board/gesture';
import type { Choice } from '../../src/engine/types';

const steps: Choice[] = [
  { move: 'ab', cells: [0, 1] },
  { move: 'ac', cells: [0, 2] },
  { move: 'da', cells: [3, 0] },
];
const stones: Choice[] = [
  { move: 'Sa', cells: [0], choice: 'strong' },
  { move: 'Wa', cells: [0], choice: 'weak' },
  { move: 'Wb', cells: [1], choice: 'weak' },
];

describe('pieces that step', () => {
  test('the first touch picks up, the second puts down', () => {
    expect([...nextCells(steps, { path: [], word: null })]).toEqual([0, 3]);
    expect(touch(steps, { path: [], word: null }, 0)).toEqual({ kind: 'hold', path: [0] });
    expect(touch(steps, { path: [0], word: null }, 2)).toEqual({ kind: 'play', move: 'ac' });
  });
  test('touching another own piece picks that one up instead', () => {
    expect(touch(steps, { path: [0], word: null }, 3)).toEqual({ kind: 'hold', path: [3] });
  });
  test('touching the piece again, or nothing, puts it back', () => {
    expect(touch(steps, { path: [0], word: null }, 0)).toEqual({ kind: 'drop' });
    expect(touch(steps, { path: [0], word: null }, 9)).toEqual({ kind: 'drop' });
  });
});

describe('stones with a choice', () => {
  test('the word decides which move a cell makes', () => {
    expect(words(stones)).toEqual(['strong', 'weak']);
    expect(touch(stones, { path: [], word: 'weak' }, 0)).toEqual({ kind: 'play', move: 'Wa' });
    expect(touch(stones, { path: [], word: 'strong' }, 1)).toEqual({ kind: 'drop' });
    expect(buttons(stones)).toEqual([]);
  });
  test('where only the word is left to choose, words are buttons', () => {
    expect(buttons(stones.slice(0, 2)).map(({ move }) => move)).toEqual(['Sa', 'Wa']);
  });
});

describe('captives that may be entered in place of a move', () => {
  const mixed: Choice[] = [...steps, { move: 'T30@x', cells: [7], choice: 'triangle 30' }, { move: 'T30@y', cells: [8], choice: 'triangle 30' }, { move: 'C4@x', cells: [7], choice: 'circle 4' }];
  test('none is entered unless it was chosen', () => {
    expect([needsWord(stones), needsWord(mixed)]).toEqual([true, false]);
    expect(firstWord(stones, null, 'weak')).toBe('weak');
    expect(firstWord(stones, 'strong', 'weak')).toBe('strong');
    expect(firstWord(mixed, 'triangle 30', 'circle 4')).toBeNull();
    expect(touch(mixed, { path: [], word: null }, 7)).toEqual({ kind: 'drop' });
    expect(touch(mixed, { path: [0], word: null }, 7)).toEqual({ kind: 'drop' });
  });
  test('the one that was chosen enters where a cell is touched, and pieces can still be moved', () => {
    expect(words(mixed)).toEqual(['triangle 30', 'circle 4']);
    expect([...nextCells(mixed, { path: [], word: 'circle 4' })]).toEqual([0, 3, 7]);
    expect(touch(mixed, { path: [], word: 'circle 4' }, 7)).toEqual({ kind: 'play', move: 'C4@x' });
    expect(touch(mixed, { path: [0], word: 'circle 4' }, 1)).toEqual({ kind: 'play', move: 'ab' });
  });
  test('there is nothing to press but words', () => {
    expect(buttons(mixed)).toEqual([]);
  });
});
