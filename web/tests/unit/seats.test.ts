import { expect, test } from 'vitest';

import { freshSeats, type Seat } from '../../src/game/seats';

const person: Seat = { kind: 'person' };

test('every computer gets a new seed for every game, named agents as well as levels', () => {
  for (const agent of ['jezek-random', 'level:3', 'mcts:playouts=500']) {
    const computer: Seat = { kind: 'computer', agent, limits: { nodes: 9 } };
    let seats = { one: person, two: computer };
    const seeds = new Set<number | undefined>();
    for (let game = 0; game < 20; game++) {
      seats = freshSeats(seats) as typeof seats;
      expect(seats).toMatchObject({ one: person, two: { kind: 'computer', agent, limits: { nodes: 9 } } });
      seeds.add(seats.two.kind === 'computer' ? seats.two.seed : undefined);
    }
    expect(seeds.has(undefined)).toBe(false);
    expect(seeds.size).toBe(20);
  }
});

test('two computers do not share their seed', () => {
  const computer: Seat = { kind: 'computer', agent: 'jezek-random', limits: {} };
  const { one, two } = freshSeats({ one: computer, two: computer });
  expect(one).not.toEqual(two);
});
