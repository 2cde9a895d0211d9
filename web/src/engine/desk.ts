import { say } from '../language/language.svelte';
import { newWorker } from './first';
import type { FromWorker, ToWorker } from './protocol';

/** What the engine answered to a request that was wrong: one clear line. */
export class EngineError extends Error {
  override name = 'EngineError';
}

interface Waiting {
  answer(json: string): void;
  error(error: EngineError): void;
  report?(json: string): void;
}

/** One worker with an engine in it, as the page sees it. */
export class Desk {
  private readonly started: Promise<void>;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  /** Whether the engine failed by a fault of its own: it must not be asked again. */
  broken = false;

  /** The worker answers once it has the compiled engine. */
  constructor(module: Promise<WebAssembly.Module>, private readonly worker = newWorker()) {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = (event) => this.fail(`the engine failed: ${event.message}`);
    this.started = module.then(
      (module) => this.worker.postMessage({ kind: 'start', module } satisfies ToWorker),
      (error: Error) => this.fail(error.message),
    );
  }

  /** Asks for what is known at once. */
  ask(request: string): Promise<string> {
    return new Promise((answer, error) => this.send('ask', request, { answer, error }));
  }

  /** Thinks; `report` hears what is found on the way. */
  think(request: object, report: (json: string) => void): Promise<string> {
    return new Promise((answer, error) => this.send('think', JSON.stringify(request), { answer, error, report }));
  }

  /** Ends the worker, whatever it is doing; nobody is answered any more. */
  end(): void {
    this.worker.terminate();
    this.waiting.clear();
  }

  private send(kind: 'ask' | 'think', request: string, waiting: Waiting): void {
    const id = this.next++;
    this.waiting.set(id, waiting);
    void this.started.then(() => this.worker.postMessage({ kind, id, request } satisfies ToWorker));
  }

  private hear(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (message.kind === 'report') {
      waiting?.report?.(message.report);
      return;
    }
    this.waiting.delete(message.id);
    if (message.kind === 'answer') {
      waiting?.answer(message.answer);
      return;
    }
    this.broken ||= message.broken;
    waiting?.error(new EngineError(say(message.message)));
  }

  private fail(message: string): void {
    this.broken = true;
    for (const waiting of this.waiting.values()) waiting.error(new EngineError(message));
    this.waiting.clear();
  }
}
