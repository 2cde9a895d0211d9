import type { Setup } from '../engine/types';

/** A position whose tree is small enough to be drawn. */
export interface Example {
  /** Which of the texts names it. */
  name: 'connect4' | 'tilesum' | 'hex' | 'crosphere';
  setup: Setup;
  moves: string[];
  depth: number;
}

/** The first is shown unless the address names another. */
export const EXAMPLES: Example[] = [
  { name: 'connect4', setup: { game: 'connect4', options: { columns: '4', rows: '4' } }, moves: ['4', '4', '1', '4', '2', '3', '2', '4'], depth: 3 },
  { name: 'tilesum', setup: { game: 'tilesum' }, moves: [], depth: 3 },
  { name: 'hex', setup: { game: 'hex', options: { size: '3' } }, moves: ['c1', 'b3'], depth: 2 },
  { name: 'crosphere', setup: { game: 'crosphere', options: { size: '3', strong: '0' } }, moves: ['Wa1', 'Wc3'], depth: 2 },
];
