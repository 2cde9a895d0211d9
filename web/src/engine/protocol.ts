// What the page and its workers say to each other. Requests and answers are
// JSON text as the engine takes and gives them. An engine that is `broken` by a
// fault of its own cannot be asked again.

export type ToWorker =
  | { kind: 'start'; module: WebAssembly.Module }
  | { kind: 'ask'; id: number; request: string }
  | { kind: 'think'; id: number; request: string };

export type FromWorker =
  | { kind: 'report'; id: number; report: string }
  | { kind: 'answer'; id: number; answer: string }
  | { kind: 'error'; id: number; message: string; broken: boolean };
