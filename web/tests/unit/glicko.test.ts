import { describe, expect, test } from 'vitest';

import { expected, FRESH, rate } from '../../src/record/glicko';

describe('Glicko-2', () => {
  test("gives the results of the paper's example", () => {
    const player = { rating: 1500, deviation: 200, volatility: 0.06 };
    const after = rate(player, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
    // The paper's E of each opponent.
    expect(expected(player, { rating: 1400, deviation: 30 })).toBeCloseTo(0.639, 2);
    expect(expected(player, { rating: 1700, deviation: 300 })).toBeCloseTo(0.303, 2);
  });

  test('is surer with every game and less sure without one', () => {
    const once = rate(FRESH, [{ rating: 1500, deviation: 50, score: 0.5 }]);
    expect(once.rating).toBeCloseTo(1500, 6);
    expect(once.deviation).toBeLessThan(FRESH.deviation);
    expect(rate(once, []).deviation).toBeGreaterThan(once.deviation);
  });

  test('finds the strength of a player who scores what that strength lets expect', () => {
    const opponent = { rating: 1300, deviation: 50 };
    const share = expected({ rating: 1450 }, opponent);
    let [player, points] = [FRESH, 0];
    for (let game = 1; game <= 300; game++) {
      const score = points + 0.5 < share * game ? 1 : 0;
      points += score;
      player = rate(player, [{ ...opponent, score }]);
    }
    expect(Math.abs(player.rating - 1450)).toBeLessThan(60);
    expect(player.deviation).toBeLessThan(70);
  });

  test('survives surprises that move the volatility', () => {
    const after = rate({ rating: 1500, deviation: 60, volatility: 0.06 }, Array.from({ length: 9 }, () => ({ rating: 2600, deviation: 30, score: 1 })));
    expect(after.volatility).toBeGreaterThan(0.06);
    expect(after.rating).toBeGreaterThan(1650);
    expect(Number.isFinite(after.deviation)).toBe(true);
  });
});
