import { Engine } from './engine/client';
import type { First } from './engine/first';
import type { GameInfo } from './engine/types';
import { spoken } from './language/info';
import { whenQuiet } from './quiet';

/** The engine and the games it knows: loaded once for the page. */
export interface House {
  engine: Engine;
  games: GameInfo[];
}

/** Whoever shows the page waits for this; not for the engine, where what is known suffices. */
export async function openHouse(first: First): Promise<House> {
  const engine = new Engine(first);
  const games = (await engine.games()).map(spoken);
  // For the browser's console, and for tests that measure the engine.
  Object.assign(globalThis, { agon: engine });
  engine.loaded().then(() => whenQuiet(() => engine.warm()), () => {});
  return { engine, games };
}
