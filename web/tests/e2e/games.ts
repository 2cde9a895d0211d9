// Short games to their ends, with rules that end them soon.

/** A game that can be played through in a few moves. */
export interface Short {
  game: string;
  title: string;
  options: Record<string, string>;
  moves: string[];
}

export const SHORT: Short[] = [
  { game: 'rithmomachia', title: 'Rithmomachia', options: { ruleset: 'roy2020', body: '1' }, moves: ['h14e11', 'e4f5', 'h15h11', 'e3e4', 'h11e8'] },
  { game: 'rhythmomachy', title: 'Rhythmomachy', options: { captures: '1', points: '0' }, moves: ['b3d4', 'f3f4', 'f1g2', 'h6g4'] },
  { game: 'crosphere', title: 'Crosphere', options: { size: '3', strong: '1' }, moves: ['Wa1', 'Wb1', 'Wb3', 'Wc1'] },
  { game: 'andantino', title: 'Andantino', options: { side: '4' }, moves: ['c4', 'c3', 'b3', 'd5', 'd3', 'b2', 'e4', 'e5', 'a2', 'a1'] },
  { game: 'hex', title: 'Hex', options: { size: '3' }, moves: ['b1', 'c1', 'a2', 'b2', 'a3'] },
  { game: 'connect4', title: 'Connect Four', options: {}, moves: ['1', '2', '1', '2', '1', '2', '1'] },
  { game: 'tilesum', title: 'Tile Sum', options: { goal: '3' }, moves: ['u', '-1', 'u'] },
];

/** The address of a game with options, for two people at the table. */
export function address({ game, options }: Short, moves: string[] = []): string {
  const query = new URLSearchParams();
  query.set('o', Object.entries(options).map(([name, value]) => `${name}=${value}`).join(' '));
  if (moves.length > 0) query.set('m', moves.join(' '));
  return `/#/${game}?${query}`;
}
