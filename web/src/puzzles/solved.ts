const KEY = 'agon/puzzles/';

/** The positions of the puzzles that have been solved in this browser. */
export function solvedIn(game: string): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY + game) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Remembers them; a browser that keeps nothing forgets them when the page is left. */
export function remember(game: string, solved: Set<string>) {
  try {
    localStorage.setItem(KEY + game, JSON.stringify([...solved]));
  } catch {
    // There is nothing to be done about it, and the puzzles work all the same.
  }
}
