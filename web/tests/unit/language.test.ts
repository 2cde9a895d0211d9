import { expect, test } from 'vitest';

import { points, short } from '../../src/language/format';
import { translator } from '../../src/language/sentences';
import { percent } from '../../src/outlook/words';

const told = translator(
  { White: 'Blanc', circle: 'cercle' },
  [
    ['{who} after {=move}: {what}', '{what} ({who}, {move})'],
    ["{who}'s {piece} moves from {@from} to {@to}", '{piece} de {who} va de {from} à {to}'],
    ['{shape} {#n}', '{shape} {n}'],
    ['worth {score}', 'vaut {score}'],
  ],
  ',',
);

test('texts are translated whole, and sentences with their parts in another order', () => {
  expect(told('White')).toBe('Blanc');
  expect(told("White's circle 9 moves from a1 to b12")).toBe('cercle 9 de Blanc va de a1 à b12');
  expect(told("White after a1b12: White's circle 9 moves from a1 to b12")).toBe('cercle 9 de Blanc va de a1 à b12 (Blanc, a1b12)');
  expect(told('worth +1.25')).toBe('vaut +1,25');
});

test('what is not known in all its parts is not translated by halves', () => {
  expect(told("Black's circle 9 moves from a1 to b12")).toBe(null);
  expect(told("White's circle nine moves from a1 to b12")).toBe(null);
  expect(told("White's circle 9 moves from a1 to nowhere")).toBe(null);
  expect(told('toString')).toBe(null);
});

test('only what is certain is called 0 or 100', () => {
  expect([[0, 3], [1, 1000], [1, 3], [999, 1000], [3, 3]].map(([wins = 0, of = 1]) => percent(wins, of))).toEqual(['0%', '0.1%', '33%', '99%', '100%']);
});

test('numbers are written as the language writes them', () => {
  expect([-125, 0, 7].map(points)).toEqual(['−1.25', '0.00', '+0.07']);
  expect([9999, 12_345, 2_130_000].map(short)).toEqual(['9999', '12.3K', '2.13M']);
});
