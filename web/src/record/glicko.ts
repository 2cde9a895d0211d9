// Ratings as in Mark E. Glickman, "Example of the Glicko-2 system" (2022).

/** How strong a player is, and how surely that is known. */
export interface Rating {
  rating: number;
  /** The standard deviation; the true strength lies within two of them nearly always. */
  deviation: number;
  /** How much the strength changes from time to time. */
  volatility: number;
}

/** One game: the opponent's strength, and 1, 1/2 or 0 points. */
export interface Game {
  rating: number;
  deviation: number;
  score: number;
}

/** Whoever has not played yet. */
export const FRESH: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

/** Points of rating in one unit of the scale that the formulas use. */
const SCALE = 173.7178;
/** How fast the volatility may change. */
const TAU = 0.5;
/** How exactly the volatility is found. */
const EPSILON = 1e-6;

const g = (phi: number) => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/** The points that a player can expect from a game. */
export function expected({ rating }: Pick<Rating, 'rating'>, opponent: Pick<Rating, 'rating' | 'deviation'>): number {
  return 1 / (1 + Math.exp((-g(opponent.deviation / SCALE) * (rating - opponent.rating)) / SCALE));
}

/** The rating after a period with these games. */
export function rate(player: Rating, games: Game[]): Rating {
  const phi = player.deviation / SCALE;
  if (games.length === 0) return { ...player, deviation: SCALE * Math.hypot(phi, player.volatility) };
  let information = 0;
  let surprise = 0;
  for (const game of games) {
    const weight = g(game.deviation / SCALE);
    const points = expected(player, game);
    information += weight * weight * points * (1 - points);
    surprise += weight * (game.score - points);
  }
  const variance = 1 / information;
  const volatility = volatilityAfter(player.volatility, phi, variance, variance * surprise);
  const before = Math.hypot(phi, volatility);
  const after = 1 / Math.sqrt(1 / (before * before) + information);
  return { rating: player.rating + SCALE * after * after * surprise, deviation: SCALE * after, volatility };
}

/** Step 5 of the paper: the Illinois algorithm. */
function volatilityAfter(sigma: number, phi: number, variance: number, delta: number): number {
  const start = Math.log(sigma * sigma);
  const f = (x: number) => {
    const e = Math.exp(x);
    const sum = phi * phi + variance + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - start) / (TAU * TAU);
  };
  let a = start;
  let b: number;
  if (delta * delta > phi * phi + variance) b = Math.log(delta * delta - phi * phi - variance);
  else {
    let k = 1;
    while (f(start - k * TAU) < 0) k++;
    b = start - k * TAU;
  }
  let [fa, fb] = [f(a), f(b)];
  while (Math.abs(b - a) > EPSILON) {
    const c = a + ((a - b) * fa) / (fb - fa);
    const fc = f(c);
    if (fc * fb <= 0) [a, fa] = [b, fb];
    else fa /= 2;
    [b, fb] = [c, fc];
  }
  return Math.exp(a / 2);
}
