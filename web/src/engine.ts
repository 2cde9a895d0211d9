import { Engine } from './engine/client';
import type { GameInfo } from './engine/types';
import { spoken } from './language/info';

/** The engine and the games it knows: loaded once for the page. */
export interface House {
  engine: Engine;
  games: GameInfo[];
}

/** Loads it; whoever shows the page waits for this. */
export async function openHouse(): Promise<House> {
  const engine = await Engine.load();
  const games = (await engine.games()).map(spoken);
  engine.warm();
  // For the browser's console, and for tests that measure the engine.
  Object.assign(globalThis, { agon: engine });
  return { engine, games };
}
