import { Desk, EngineError } from './desk';
import type { First, Known } from './first';
import type {
  Algorithm,
  Board,
  Change,
  Drafted,
  Event,
  GameInfo,
  Kit,
  Limits,
  Prospects,
  Puzzle,
  RecordTree,
  Report,
  SearchTree,
  Setup,
  State,
} from './types';

export { EngineError } from './desk';

/** How many workers are kept ready to think. One more is started when all are busy. */
const READY = 2;
/** How long after the end of a search a new worker is started in its place, in milliseconds. */
const REFILL = 100;

/** A search under way. */
export interface Thinking {
  /** What was found at the end; rejects if it was cancelled. */
  result: Promise<Report>;
  /** "Move now": the result is what has been found so far. */
  stop(): void;
  /** Nobody wants to know any more. */
  cancel(): void;
}

/** Rules, agents and records. Rules are asked of a worker that never searches, so they answer at once. */
export class Engine {
  private readonly idle: Desk[] = [];
  private readonly module: Promise<WebAssembly.Module>;
  private readonly known: Promise<Known>;
  private rules: Desk;

  /** What is asked before the engine has come is answered then, or by what is known without it. */
  constructor({ module, worker, known }: First) {
    [this.module, this.known] = [module, known];
    this.rules = new Desk(module, worker);
  }

  /** Waits until the engine has come. */
  async loaded(): Promise<void> {
    await this.module;
  }

  games(): Promise<GameInfo[]> {
    return this.ask({ ask: 'games' });
  }

  /** The rules page of a game, in English Markdown. */
  rulesOf(game: string): Promise<string> {
    return this.ask({ ask: 'rules', game });
  }

  /** The geometry of the board. */
  board(setup: Setup): Promise<Board> {
    return this.ask({ ask: 'board', setup });
  }

  /** The game after these moves. The worker remembers the last line, so this is cheap. */
  open(setup: Setup, moves: string[]): Promise<State> {
    return this.ask({ ask: 'open', setup, moves });
  }

  /** The game at the start and after each of these moves. */
  states(setup: Setup, moves: string[]): Promise<State[]> {
    return this.ask({ ask: 'states', setup, moves });
  }

  /** What a move would do. */
  preview(setup: Setup, moves: string[], move: string): Promise<Event[]> {
    return this.ask({ ask: 'preview', setup, moves, move });
  }

  /** What is known for certain, where the game can tell; of each move too if it is asked. */
  outlook(setup: Setup, moves: string[], each = false): Promise<Prospects> {
    return this.ask({ ask: 'outlook', setup, moves, each });
  }

  /** Choices of options that make good puzzles. */
  puzzles(setup: Setup): Promise<Puzzle[]> {
    return this.ask({ ask: 'puzzles', setup });
  }

  /** A legal move at random, by its probability at a turn of chance; `null` at the end. */
  random(setup: Setup, moves: string[], seed: number): Promise<string | null> {
    return this.ask({ ask: 'random', setup, moves, seed });
  }

  /** The position with the other side to move; refuses in words where that makes no sense. */
  passed(setup: Setup, moves: string[]): Promise<string> {
    return this.ask({ ask: 'passed', setup, moves });
  }

  /** What positions are set up from. */
  kit(setup: Setup): Promise<Kit> {
    return this.ask({ ask: 'kit', setup });
  }

  /** A position in the making after a change; the usual start without a text. */
  edit(setup: Setup, text: string | null, change: Change | null = null): Promise<Drafted> {
    return this.ask({ ask: 'edit', setup, text, change });
  }

  /** All records of a text, each checked by playing it. */
  readRecords(text: string): Promise<RecordTree[]> {
    return this.ask({ ask: 'readRecords', text });
  }

  /** The first record of a text. */
  async readRecord(text: string): Promise<RecordTree> {
    const [first] = await this.readRecords(text);
    if (!first) throw new EngineError('there is no record in it');
    return first;
  }

  writeRecord(record: RecordTree): Promise<string> {
    return this.ask({ ask: 'writeRecord', record });
  }

  import(game: string, format: string, text: string): Promise<RecordTree> {
    return this.ask({ ask: 'import', game, format, text });
  }

  export(record: RecordTree, format: string): Promise<string> {
    return this.ask({ ask: 'export', record, format });
  }

  /**
   * Asks an agent, named as everywhere (`best`, `level:3,seed=7`, `mcts:playouts=500`).
   * Several may think at once, each in its own worker. What is random follows from
   * the seed in its text, or from `seed`. `own` is a worker of the caller's.
   */
  think(
    setup: Setup,
    moves: string[],
    agent: string,
    limits: Limits = {},
    onReport: (report: Report) => void = () => {},
    seed?: number,
    own?: Desk,
  ): Thinking {
    const desk = own ?? this.idle.pop() ?? new Desk(this.module);
    let last: Report | undefined;
    let settle: { resolve(report: Report | Promise<Report>): void; reject(error: unknown): void } | undefined;
    const result = new Promise<Report>((resolve, reject) => (settle = { resolve, reject }));
    // Whoever cancels need not listen.
    result.catch(() => {});
    const leave = (kept: boolean) => {
      const { resolve, reject } = settle!;
      settle = undefined;
      if (!own) this.retire(desk, kept);
      else if (!kept) own.end();
      return { resolve, reject };
    };
    const hear = (json: string) => {
      last = JSON.parse(json) as Report;
      if (settle) onReport(last);
    };
    desk.think({ setup, moves, agent, limits, seed }, hear).then(
      (json) => settle && leave(true).resolve(JSON.parse(json)),
      (error) => settle && leave(true).reject(error),
    );
    return {
      result,
      stop: () => {
        if (settle) leave(false).resolve(last ?? this.atOnce(setup, moves));
      },
      cancel: () => {
        if (settle) leave(false).reject(new EngineError('the search was cancelled'));
      },
    };
  }

  /**
   * The whole tree of a small search: at most `depth` plies, as far as
   * `nodes` moves allow (at most 20000), or `nodes` random games for `mcts`.
   */
  async searchTree(
    setup: Setup,
    moves: string[],
    algorithm: Algorithm,
    budget: { depth: number; nodes: number },
  ): Promise<SearchTree> {
    const desk = this.idle.pop() ?? new Desk(this.module);
    try {
      return JSON.parse(await desk.ask(JSON.stringify({ ask: 'searchTree', setup, moves, algorithm, budget })));
    } finally {
      this.retire(desk, true);
    }
  }

  /** A worker that remembers no search: the same searches in the same order find the same there. Whoever asked ends it. */
  apart(): Desk {
    return new Desk(this.module);
  }

  /** Lets workers start before they are needed. */
  warm(): void {
    while (this.idle.length < READY) this.idle.unshift(new Desk(this.module));
  }

  /** Ends a worker, or keeps it for the next search; it is the first to be asked again, since it remembers. */
  private retire(desk: Desk, kept: boolean): void {
    if (kept && !desk.broken && this.idle.length < READY) this.idle.push(desk);
    else desk.end();
    // Not at once: whoever said "move now" waits for an answer first.
    setTimeout(() => this.warm(), REFILL);
  }

  /** A move for whoever does not wait for the first report: the one that looks best. */
  private async atOnce(setup: Setup, moves: string[]): Promise<Report> {
    const json = await this.desk().think({ setup, moves, agent: 'greedy', limits: {} }, () => {});
    return JSON.parse(json);
  }

  private async ask<T>(question: object): Promise<T> {
    const request = JSON.stringify(question);
    return JSON.parse((await this.known)[request] ?? (await this.desk().ask(request)));
  }

  /** The worker that knows the rules; a new one if the last has failed. */
  private desk(): Desk {
    if (this.rules.broken) {
      this.rules.end();
      this.rules = new Desk(this.module);
    }
    return this.rules;
  }
}
