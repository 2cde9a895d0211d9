import type { Engine } from '../engine/client';
import type { Algorithm, Board, SearchTree, Setup, State, TreeNode } from '../engine/types';
import { byKey, keyOf, knownAfter, movesMade, nextCut, visitBetween, walk, type Known, type Step, type Visit } from './walk';

/** Milliseconds that a step is shown when it runs by itself. */
export const PACES = { slow: 1600, usual: 700, fast: 180 };
export type Pace = keyof typeof PACES;

/** More positions than this are not looked at for one tree. */
const MOST_NODES = 6_000;
export const MOST_DEPTH = 5;
export const MOST_GAMES = 100;

/** How many moves each of the two makes to look so far ahead. */
export interface Cost {
  depth: number;
  minimax: number;
  alphabeta: number;
}

/** A position searched in three ways, and how far one has walked through it. */
export class Lecture {
  algorithm: Algorithm = $state('alphabeta');
  depth = $state(3);
  games = $state(60);
  pace: Pace = $state('usual');
  /** How many steps have been made. */
  at = $state(0);
  running = $state(false);
  busy = $state(true);
  error: string | null = $state(null);
  board: Board | null = $state.raw(null);
  /** The whole tree, and what alpha-beta leaves of it. */
  full: SearchTree | null = $state.raw(null);
  pruned: SearchTree | null = $state.raw(null);
  /** How deep both are in the end: their budget may not suffice for all that was asked for. */
  costs: Cost[] = $state.raw([]);
  /** The trees after each random game. */
  frames: TreeNode[] = $state.raw([]);
  /** The last of them, in whose shape all are drawn. */
  grown: SearchTree | null = $state.raw(null);
  /** The node that somebody looks at, by its key. */
  looked: string | null = $state(null);
  /** What is on the board. */
  state: State | null = $state.raw(null);
  #timer = 0;
  #run = 0;

  constructor(
    private engine: Engine,
    readonly setup: Setup,
    readonly moves: string[],
    depth: number,
  ) {
    this.depth = depth;
  }

  get isMonteCarlo(): boolean {
    return this.algorithm === 'mcts';
  }

  /** The tree that is drawn: the whole one, since what is skipped belongs to the picture. */
  readonly root: TreeNode | null = $derived.by(() => (this.isMonteCarlo ? this.grown?.root : this.full?.root) ?? null);
  readonly best: string | null = $derived.by(() => (this.isMonteCarlo ? this.grown?.best : this.pruned?.best) ?? null);

  readonly steps: Step[] = $derived.by(() => {
    const tree = this.algorithm === 'minimax' ? this.full : this.pruned;
    return tree && !this.isMonteCarlo ? walk(tree.root) : [];
  });
  readonly total: number = $derived(this.isMonteCarlo ? this.frames.length : this.steps.length);
  /** The step that was made last. */
  readonly step: Step | null = $derived(this.steps[this.at - 1] ?? null);

  readonly #known: Map<string, { known: Known; node: TreeNode }> = $derived.by(() => {
    const keys = new Map(this.steps.map(({ node, path }) => [node, keyOf(path)]));
    return new Map([...knownAfter(this.steps, this.at)].map(([node, known]) => [keys.get(node) ?? '', { known, node }]));
  });
  readonly #cut: Set<string> = $derived.by(() => {
    const cut = new Set<string>();
    for (const step of this.steps.slice(0, this.at)) {
      if (step.kind !== 'cut') continue;
      for (const child of step.node.children) if (child.skipped) cut.add(keyOf([...step.path, child]));
    }
    return cut;
  });
  readonly #visited: Map<string, TreeNode> = $derived.by(() => {
    const frame = this.isMonteCarlo ? this.frames[this.at - 1] : undefined;
    return frame ? byKey(frame) : new Map();
  });
  /** What the last random game did. */
  readonly visit: Visit | null = $derived.by(() => {
    const frame = this.isMonteCarlo ? this.frames[this.at - 1] : undefined;
    return frame ? visitBetween(this.frames[this.at - 2] ?? null, frame) : null;
  });

  /** What is known of a node now. */
  known(key: string): Known | null {
    return this.#known.get(key)?.known ?? null;
  }

  /** The node as the search that is walked through left it. */
  searched(key: string): TreeNode | null {
    return this.#known.get(key)?.node ?? null;
  }

  /** A node as the random games so far have left it. */
  visited(key: string): TreeNode | null {
    return this.#visited.get(key) ?? null;
  }

  /** Whether a node, or one above it, has been skipped. */
  isCut(key: string): boolean {
    if (this.#cut.size === 0) return false;
    const moves = key.split(' ');
    return moves.some((_, index) => this.#cut.has(moves.slice(0, index + 1).join(' ')));
  }

  /** Where the search stands. */
  readonly path: TreeNode[] = $derived.by(() => this.visit?.path ?? this.step?.path ?? []);
  readonly key: string = $derived(keyOf(this.path));
  /** What is to be explained, and to be seen on the board. */
  readonly shown: string = $derived(this.looked ?? this.key);

  /** How many moves the search that is walked through has made so far. */
  readonly made: number = $derived(movesMade(this.steps, this.at));

  /** Searches, and goes back to the beginning. */
  async run() {
    this.stop();
    const run = ++this.#run;
    [this.busy, this.error, this.at, this.looked] = [true, null, 0, null];
    try {
      if (!this.board) this.board = await this.engine.board(this.setup);
      await (this.isMonteCarlo ? this.#grow(run) : this.#compare(run));
    } catch (error) {
      if (run === this.#run) this.error = (error as Error).message;
    }
    if (run === this.#run) this.busy = false;
  }

  #search(algorithm: Algorithm, depth: number, nodes = MOST_NODES) {
    return this.engine.searchTree(this.setup, this.moves, algorithm, { depth, nodes });
  }

  async #compare(run: number) {
    const full = await this.#search('minimax', this.depth);
    const pruned = await this.#search('alphabeta', full.depth);
    if (run !== this.#run) return;
    [this.full, this.pruned] = [full, pruned];
    this.costs = [];
    for (let depth = 1; depth <= MOST_DEPTH; depth++) {
      const all = depth === full.depth ? full : await this.#search('minimax', depth);
      if (all.depth < depth) break;
      const some = depth === full.depth ? pruned : await this.#search('alphabeta', depth);
      if (run !== this.#run) return;
      this.costs = [...this.costs, { depth, minimax: all.nodes, alphabeta: some.nodes }];
    }
  }

  async #grow(run: number) {
    const games = this.games;
    this.frames = [];
    this.grown = null;
    const grown = await this.#search('mcts', 1, games);
    if (run !== this.#run) return;
    this.grown = grown;
    // Searches that begin alike go on alike: each is the one before and a game more.
    for (let count = 1; count <= games; count++) {
      const frame = count === games ? grown : await this.#search('mcts', 1, count);
      if (run !== this.#run) return;
      this.frames = [...this.frames, frame.root];
    }
  }

  /** Puts what is explained on the board. */
  async place(key: string) {
    const state = await this.engine.open(this.setup, [...this.moves, ...key.split(' ').filter(Boolean)]);
    if (this.shown === key) this.state = state;
  }

  /** Lets the search run before one's eyes, from the beginning if it is at its end. */
  play() {
    if (this.at >= this.total) this.at = 0;
    this.looked = null;
    this.running = true;
    this.#tick();
  }

  #tick() {
    this.#timer = window.setTimeout(() => {
      if (this.at < this.total) this.at++;
      if (this.at < this.total || this.busy) this.#tick();
      else this.stop();
    }, PACES[this.pace]);
  }

  /** Goes to a step at one's own pace. */
  go(at: number) {
    this.stop();
    this.looked = null;
    this.at = Math.max(0, Math.min(this.total, at));
  }

  goToCut() {
    this.go(nextCut(this.steps, this.at));
  }

  stop() {
    window.clearTimeout(this.#timer);
    this.running = false;
  }

  /** Ends whatever is going on. */
  leave() {
    this.stop();
    this.#run++;
  }
}

