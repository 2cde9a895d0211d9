// One engine in a worker of its own. It reads no message while it thinks:
// whoever wants it to stop ends the worker.

import { Engine, initSync } from './pkg/agon_wasm.js';
import type { FromWorker, ToWorker } from './protocol';

let engine: Engine | undefined;

const tell = (message: FromWorker) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    initSync({ module: data.module });
    engine = new Engine();
    return;
  }
  const { id } = data;
  try {
    if (!engine) throw 'the engine has not been started';
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
});
