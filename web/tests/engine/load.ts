// The engine without a browser: the same file that the workers run.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Engine, initSync } from '../../src/engine/pkg/agon_wasm.js';
import type { Limits, Report, Setup } from '../../src/engine/types';

const file = fileURLToPath(new URL('../../src/engine/pkg/agon_wasm_bg.wasm', import.meta.url));

/** The networks that come with Agon, which the page fetches from beside the engine. */
export const networks = fileURLToPath(new URL('../../src/engine/pkg', import.meta.url));

/** A new engine, which remembers nothing. */
export function engine(): Engine {
  initSync({ module: readFileSync(file) });
  return new Engine();
}

/** Asks an engine for what is known at once. */
export function ask<T>(engine: Engine, request: object): T {
  return JSON.parse(engine.ask(JSON.stringify(request)));
}

/** What is asked of an agent. */
export interface Question {
  setup: Setup;
  moves: string[];
  agent: string;
  limits?: Limits;
  seed?: number;
  hash?: number;
}

/** Lets an agent think, in an engine of its own; `hear` gets its reports. */
export function think(question: Question, hear: (report: Report) => void = () => {}): Report {
  const fresh = engine();
  try {
    const file = fresh.missing(JSON.stringify(question));
    if (file !== undefined) fresh.provide(file, readFileSync(`${networks}/${file}`));
    return JSON.parse(fresh.think(JSON.stringify(question), { report: (json: string) => hear(JSON.parse(json)) }));
  } finally {
    // Its tables are too large to wait for the garbage collector.
    fresh.free();
  }
}
