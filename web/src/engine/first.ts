// What is begun before the app itself has been read: the engine is loaded, its
// first worker starts, and what is known of the game without them comes too.
// So this is in a file of its own, and needs nothing of the app.

import wasmUrl from './pkg/agon_wasm_bg.wasm?url';
import answers from 'virtual:answers';

/** Answers by their requests, both as text. */
export type Known = Record<string, string>;

export interface First {
  module: Promise<WebAssembly.Module>;
  worker: Worker;
  /** What the engine would answer about the usual start of the game in the address. */
  known: Promise<Known>;
}

export function begin(): First {
  const worker = newWorker();
  const broken = new Promise<never>((_, fail) => worker.addEventListener('error', ({ message }) => fail(new Error(message))));
  const module = Promise.race([compile(wasmUrl), broken]);
  // Whoever asks hears what went wrong.
  module.catch(() => {});
  return { module, worker, known: known() };
}

/** A worker that waits for the compiled engine. */
export function newWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** Compiles while it loads, where the server says what the file is. */
async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server says ${response.status}`);
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The engine knows all of it too, so it is no fault if something does not come. */
async function known(): Promise<Known> {
  const game = location.hash.split(/[/?]/)[1] ?? '';
  const parts = [answers.games, answers[game]].map(async (load) => (await load?.())?.default ?? {});
  return Object.assign({}, ...(await Promise.all(parts).catch(() => [])));
}
