// One engine in a worker of its own. It reads no message while it thinks:
// whoever wants it to stop ends the worker.

import { Engine, initSync } from './pkg/agon_wasm.js';
import type { FromWorker, ToWorker } from './protocol';

let engine: Engine | undefined;

/** Where the networks are that come with Agon, by their files: fetched when a search asks for one. */
const networks = import.meta.glob<string>('./pkg/*.safetensors', { query: '?url', import: 'default', eager: true });

const tell = (message: FromWorker) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    initSync({ module: data.module });
    engine = new Engine();
    return;
  }
  void answer(data);
});

async function answer(data: Exclude<ToWorker, { kind: 'start' }>): Promise<void> {
  const { id } = data;
  try {
    if (!engine) throw 'the engine has not been started';
    const file = data.kind === 'think' ? engine.missing(data.request) : undefined;
    const bytes = file === undefined ? undefined : await fetched(file);
    // Without its network the engine says so.
    if (file !== undefined && bytes) engine.provide(file, bytes);
    const answer =
      data.kind === 'ask'
        ? engine.ask(data.request)
        : engine.think(data.request, { report: (report: string) => tell({ kind: 'report', id, report }) });
    tell({ kind: 'answer', id, answer });
  } catch (error) {
    // The engine throws a line of text for what is wrong with a request, and
    // anything else only when it is itself at fault.
    const broken = typeof error !== 'string';
    tell({ kind: 'error', id, message: broken ? `the engine failed: ${error}` : error, broken });
  }
}

/** The bytes of a network; without a connection from what the service worker keeps. */
async function fetched(file: string): Promise<Uint8Array | undefined> {
  const url = networks[`./pkg/${file}`];
  const response = url === undefined ? undefined : await fetch(url).catch(() => undefined);
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}
