import type { Reviewed } from '../analysis/judge';
import type { Engine, Thinking } from '../engine/client';
import type { Board, Event, Found, GameInfo, PlayerId, Prospects, RecordTree, Report, Setup, State } from '../engine/types';
import { backward, forward, victims, type Motion } from '../board/motion';
import { text } from '../strings';
import { sounds } from '../sound';
import { soundReview } from './check';
import { addResults } from '../record/results';
import { Clock } from './clock.svelte';
import { logged } from './found';
import { freshSeats, limitsItself, type Seat } from './seats';
import { other, sideIn, sideToMove } from './sides';
import { Keeper } from './keeper';
import { newId, type Saved } from './store';
import { turnAt } from '../storage/turn';
import type { TimeControl } from './time';
import { mainline, movesTo, pathTo, tip, Tree, type Node } from './tree';
import { whyNot } from './why';

/** A game to be begun. */
export interface Match {
  setup: Setup;
  seats: Record<PlayerId, Seat>;
  control: TimeControl | null;
}

/** How a game ended that the rules did not end. */
export interface Ended {
  winner: PlayerId;
  how: 'resigned' | 'outOfTime';
}

/** Moves of the computer and of chance do not come before the eye has followed the last. */
const PAUSE = 420;

/** A game on the table: its moves with variations, who plays it, and the position looked at. */
export class Session {
  readonly tree = new Tree();
  board: Board = $state.raw({ width: 1, height: 1, cells: [], labels: [], edges: [] });
  node: Node = $state.raw(this.tree.root);
  state: State | null = $state.raw(null);
  start: State | null = $state.raw(null);
  motion: Motion | null = $state.raw(null);
  previews: Map<string, Event[]> = $state.raw(new Map());
  /** What the computer has found so far, while it thinks. */
  report: Report | null = $state.raw(null);
  thinking = $state(false);
  /** When it began to think, on the clock of `performance`. */
  thinkingSince = 0;
  ended: Ended | null = $state.raw(null);
  /** Changes with the tree. */
  version = $state(0);
  error: string | null = $state(null);
  seats: Record<PlayerId, Seat> = $state.raw({ one: { kind: 'person' }, two: { kind: 'person' } });
  clock: Clock | null = $state.raw(null);
  /** A game of the computer against itself waits for the next step. */
  paused = $state(false);
  /** At least so many milliseconds pass between the computer's moves. */
  pace = $state(PAUSE);
  /** The computer and chance answer; in analysis they do not. */
  answering = true;
  tags: Record<string, string> = {};
  /** The person took a move back, or saw what the engine thinks, before the end. */
  helped = false;
  /** What a review found. */
  review: Reviewed | undefined = $state.raw();
  /** What is certain of the position that the game was opened with: asked before it is shown, so that nothing jumps. */
  told: Prospects | null = null;
  #search: Thinking | null = null;
  /** Ends the pause before the computer's move. */
  #hurry: () => void = () => {};
  #wanted: Node = this.tree.root;
  /** The position in which chance is about to draw. */
  #drawing: Node | null = null;
  #closed = false;
  #keeper: Keeper;
  /** The record that the game was read from. */
  #read: RecordTree | null = null;

  private constructor(
    readonly engine: Engine,
    readonly info: GameInfo,
    readonly setup: Setup,
    readonly id: string,
    rev = 0,
  ) {
    this.#keeper = new Keeper(id, rev, (saved) => void this.#follow(saved));
  }

  /** A new game. */
  static async begin(engine: Engine, info: GameInfo, match: Match): Promise<Session> {
    const session = new Session(engine, info, match.setup, newId(info.name));
    session.seats = freshSeats(match.seats);
    if (match.control) session.clock = new Clock(match.control, (loser) => session.#flag(loser));
    await session.#open([]);
    return session;
  }

  /** A game from a record, to be looked at or played on. */
  static async read(engine: Engine, info: GameInfo, record: RecordTree): Promise<Session> {
    const setup = { game: record.game, options: record.options, position: record.position };
    const session = new Session(engine, info, setup, newId(info.name));
    session.#take(record);
    await session.#open(mainline(session.tree.root).map(({ move }) => move ?? ''));
    return session;
  }

  /** A game that was kept. */
  static async resume(engine: Engine, info: GameInfo, saved: Saved): Promise<Session> {
    const { record } = saved;
    const session = new Session(engine, info, { game: record.game, options: record.options, position: record.position }, saved.id, saved.rev);
    session.#take(record);
    session.seats = saved.seats;
    session.ended = saved.ended ?? null;
    session.helped = saved.helped ?? false;
    session.review = soundReview(saved.review);
    if (saved.clock) session.clock = new Clock(saved.clock.control, (loser) => session.#flag(loser), saved.clock.left);
    await session.#open(saved.at);
    return session;
  }

  #take(record: RecordTree) {
    this.tree.read(record);
    this.tags = record.tags;
    this.#read = record;
  }

  async #open(at: string[]) {
    const { engine, setup } = this;
    const node = this.tree.find(at);
    // All at once: a slow page takes its time for each answer.
    const [board, start, , told] = await Promise.all([
      engine.board(setup),
      engine.open(setup, []),
      node.parent ? this.#know(node) : undefined,
      engine.outlook(setup, movesTo(node), true),
    ]);
    [this.board, this.told] = [board, told];
    this.tree.root.state = this.start = start;
    this.#wanted = this.node = node;
    this.state = node.state ?? null;
  }

  /** Whose move it is, if a person may make it here. */
  get person(): PlayerId | null {
    const turn = this.state?.turn;
    if (!this.state || this.over || turn === undefined || turn === 'chance') return null;
    return !this.answering || this.seats[turn].kind === 'person' ? turn : null;
  }

  /** Whether there is nothing more to play here. */
  get over(): boolean {
    return this.state?.outcome != null || (this.ended !== null && this.answering && this.atTip);
  }

  /** Whether the position looked at is the last of its line. */
  get atTip(): boolean {
    return this.version >= 0 && this.node.children.length === 0;
  }

  /** A side that only a person plays, when the other is the computer's. */
  get mine(): PlayerId | null {
    const people = (['one', 'two'] as const).filter((player) => this.seats[player].kind === 'person');
    return people.length === 1 ? (people[0] ?? null) : null;
  }

  /** Whether the computer plays both sides. */
  get watching(): boolean {
    return this.seats.one.kind === 'computer' && this.seats.two.kind === 'computer';
  }

  /** Plays a move from the position looked at: on along the line, or as a variation. The computer's comes with what it found. */
  async play(move: string, found?: Found[]) {
    const from = this.node;
    const turn = this.state?.turn;
    if (!this.state || this.over) return;
    const known = from.children.length;
    const node = this.tree.add(from, move);
    if (found) node.found = found;
    if (this.answering) {
      if (from.children.length > 1) this.ended = null;
      this.tree.promote(node);
      if (turn && turn !== 'chance') this.clock?.moved(turn);
    }
    this.#endSearch();
    // Before anything else can fail.
    this.keep(node);
    await this.#look(node);
    if (!node.state) {
      if (from.children.length > known) this.tree.remove(node);
      this.version++;
      return this.keep();
    }
    // The move shows with the position it leads to, not before.
    this.version++;
    if (this.answering && node.state.outcome) this.#enter(node.state.outcome.winner, node.state.outcome.reason, movesTo(node).length);
    this.#sound();
    this.continue();
  }

  /** Looks at a position; where it is the last one, the game goes on. */
  async goTo(node: Node) {
    await this.#look(node);
    if (this.node === node && this.atTip) this.continue();
  }

  async #look(node: Node) {
    this.#wanted = node;
    try {
      await this.#know(node);
    } catch (error) {
      this.error = (error as Error).message;
      return;
    }
    if (this.#wanted !== node || !node.state || this.node === node) return;
    this.motion = this.#motion(node, node.state);
    this.node = node;
    this.state = node.state;
    this.previews = new Map();
    this.error = null;
    this.keep();
  }

  /** Lets whoever is to move, move: the computer thinks, chance draws, a clock runs. */
  continue() {
    const { state, node } = this;
    const turn = state?.turn;
    if (!state || this.#closed || !this.answering || this.over || !this.atTip) return void this.clock?.stop();
    if (turn === 'chance') return this.#drawSoon(node);
    if (turn && node.parent) this.clock?.run(turn);
    if (this.paused && this.watching) return void this.clock?.stop();
    if (!turn || this.seats[turn].kind !== 'computer' || this.#search) return;
    this.thinking = true;
    const think = async () => {
      // It may have been held while another tab had its turn.
      if (!this.paused || !this.watching) await this.#think(node, turn);
    };
    void this.#alone(think, node);
  }

  /** Holds a game of the computer against itself, or lets it go on. */
  pause(paused: boolean) {
    this.paused = paused;
    if (paused) this.#endSearch();
    else void this.goTo(tip(this.node));
  }

  /** One move of a game that is held. */
  step() {
    const turn = this.state?.turn;
    if (this.node.children[0]) return void this.goTo(this.node.children[0]);
    if (turn && turn !== 'chance' && !this.over && !this.#search) void this.#think(this.node, turn);
  }

  /** Takes moves back until a person is to move; they stay as a variation. */
  async undo() {
    this.#endSearch();
    this.help();
    this.ended = null;
    this.#read = null;
    let node = this.node.parent;
    while (node?.parent && !this.#isPersons(node)) node = node.parent;
    if (node) await this.goTo(node);
    this.clock?.stop();
    if (node && !this.#isPersons(node)) this.continue();
  }

  /** "Move now": the computer plays the best it has found so far. */
  moveNow() {
    this.#search?.stop();
    this.#hurry();
  }

  /** A player gives up. */
  resign(player: PlayerId) {
    this.#end(other(player), 'resigned');
  }

  /** Whether the game has been played to an end. */
  get finished(): boolean {
    return this.version >= 0 && (this.ended !== null || (mainline(this.tree.root).at(-1) ?? this.tree.root).state?.outcome != null);
  }

  /** Notes that a person who plays against the computer has been helped. */
  help() {
    if (!this.helped && this.mine && !this.finished) this.helped = true;
  }

  /** Asks what moves would do, where it is not known yet. */
  async consider(moves: string[]) {
    const { node } = this;
    const unknown = moves.filter((move) => !this.previews.has(move));
    if (unknown.length === 0) return;
    const line = movesTo(node);
    const events = await Promise.all(unknown.map((move) => this.engine.preview(this.setup, line, move)));
    if (this.node !== node) return;
    this.previews = new Map([...this.previews, ...unknown.map((move, index): [string, Event[]] => [move, events[index] ?? []])]);
  }

  /** Why nothing came of touching these cells, in words. */
  async whyNot(cells: number[], word: string | null): Promise<string | null> {
    const { state, board, info, engine, setup } = this;
    if (!state || this.over) return null;
    if (this.person === null) return text.notYourTurn;
    return whyNot({ board, state, players: info.players, cells, word, ask: (move) => engine.preview(setup, state.line, move) });
  }

  /** Throws a variation away. */
  async remove(node: Node) {
    const inside = pathTo(this.node).includes(node);
    this.tree.remove(node);
    this.version++;
    if (inside && node.parent) await this.goTo(node.parent);
    this.keep();
  }

  /** Makes a variation the main line. */
  promote(node: Node) {
    this.tree.promote(node);
    this.version++;
    this.keep();
  }

  /** The side that a player plays in the position looked at, and the player of a side. */
  side(player: PlayerId): PlayerId {
    return sideIn(this.state, player);
  }

  /** A player by the name of its side. */
  name(player: PlayerId): string {
    return this.info.players[this.side(player) === 'one' ? 0 : 1];
  }

  /** How the game ended that the rules did not end, in words. */
  get endText(): string | null {
    const { ended } = this;
    // Games that were kept before this was noted were resigned, for all one knows.
    return ended && (text[ended.how] ?? text.resigned)(this.name(other(ended.winner)), this.name(ended.winner));
  }

  /** The game as a record, with what is known of its end. */
  record(): RecordTree {
    const last = mainline(this.tree.root).at(-1)?.state ?? this.start;
    const end = last?.outcome ?? this.ended;
    const result = !end ? this.#resultRead() : end.winner === null ? '1/2-1/2' : end.winner === 'one' ? '1-0' : '0-1';
    const { game, options = {}, position } = this.setup;
    return { game, options, position, tags: this.tags, result, ...this.tree.write() };
  }

  /** The result of the record that was read, as long as its main line is still that of the game. */
  #resultRead(): RecordTree['result'] {
    const read = this.#read;
    const line = mainline(this.tree.root);
    return read && line.length === read.moves.length && line.every(({ move }, ply) => move === read.moves[ply]?.move) ? read.result : '*';
  }

  /** Keeps the game in the browser. */
  keep(node = this.node) {
    if (this.#closed) return;
    const { id, seats, ended, review, helped } = this;
    this.#keeper.save({ id, when: Date.now(), record: this.record(), at: movesTo(node), seats, clock: this.clock?.saved ?? null, ended, review, ...(helped ? { helped } : {}) });
  }

  /** Goes on with what another tab did; whoever looked at the last move sees the last move. */
  async #follow({ record, ended, clock, review, helped }: Saved) {
    const last = () => mainline(this.tree.root).at(-1) ?? this.tree.root;
    const following = this.node === last();
    const changed = this.tree.become(record);
    this.#read = record;
    [this.ended, this.review] = [ended ?? null, soundReview(review)];
    this.helped ||= helped ?? false;
    if (clock && this.clock) this.clock.left = { ...clock.left };
    this.version++;
    if (!changed) return;
    this.#endSearch();
    let node = following ? last() : this.node;
    while (node.parent && !this.tree.has(node)) node = node.parent;
    await this.goTo(node);
    this.continue();
  }

  /** Ends everything that goes on. */
  close() {
    this.#endSearch();
    this.clock?.stop();
    if (this.tree.root.children.length > 0) this.keep();
    this.#keeper.close();
    this.#closed = true;
  }

  /** Knows the states of all positions on the way to a node. */
  async #know(node: Node) {
    if (node.state) return;
    const path = pathTo(node);
    if (path.slice(0, -1).every((before) => before.state)) {
      node.state = await this.engine.open(this.setup, movesTo(node));
      return;
    }
    const states = await this.engine.states(this.setup, movesTo(node));
    path.forEach((step, index) => (step.state ??= states[index + 1]));
  }

  #motion(node: Node, state: State): Motion | null {
    if (node.parent === this.node && this.state) return forward(this.state.scene, state.events);
    if (this.node.parent === node && this.state) return backward(this.state.scene, this.state.events);
    return null;
  }

  #isPersons(node: Node): boolean {
    const turn = node.state?.turn;
    return turn !== undefined && turn !== 'chance' && this.seats[turn].kind === 'person';
  }

  #drawSoon(node: Node) {
    // Once for each position, however often one looks at it meanwhile.
    if (this.#drawing === node) return;
    this.#drawing = node;
    const draw = () => this.#alone(() => this.#draw(node), node);
    setTimeout(() => draw().finally(() => (this.#drawing = null)), PAUSE);
  }

  /** Does what only one of the tabs with this game may do, unless another has just done it. */
  async #alone(work: () => Promise<void>, node: Node) {
    const turn = await turnAt(`agon/${this.id}`);
    try {
      if (turn.waited) await this.#keeper.refresh();
      if (this.node === node && this.atTip && this.answering && !this.#closed) await work();
      else if (!this.#search) this.thinking = false;
    } finally {
      turn.end();
    }
  }

  async #draw(node: Node) {
    const move = await this.engine.random(this.setup, movesTo(node), Math.floor(Math.random() * 2 ** 32));
    if (move !== null && this.node === node && this.answering && !this.#closed) await this.play(move);
  }

  async #think(node: Node, player: PlayerId) {
    const seat = this.seats[player];
    if (seat.kind !== 'computer') return;
    const begun = performance.now();
    const limits = { ...seat.limits };
    if (this.clock && Object.keys(limits).length === 0 && !limitsItself(seat.agent)) {
      const increment = this.clock.control.increment * 1000;
      limits.clock = { leftMs: [this.clock.left.one, this.clock.left.two], incrementMs: [increment, increment] };
    }
    this.thinking = true;
    this.thinkingSince = begun;
    this.report = null;
    let log: Found[] = [];
    const hear = (report: Report) => {
      this.report = report;
      log = logged(log, report);
    };
    const search = this.engine.think(this.setup, movesTo(node), seat.agent, limits, hear, seat.seed);
    this.#search = search;
    const hurried = new Promise<void>((done) => (this.#hurry = done));
    try {
      const result = await search.result;
      const { best } = result;
      log = logged(log, result);
      const pause = (this.watching ? this.pace : PAUSE) - (performance.now() - begun);
      if (pause > 0) await Promise.race([hurried, new Promise((done) => setTimeout(done, pause))]);
      if (this.#search !== search) return;
      this.#search = null;
      this.thinking = false;
      if (best !== null) await this.#answer(node, best, log);
    } catch (error) {
      if (this.#search !== search) return;
      this.#endSearch();
      this.error = (error as Error).message;
    }
  }

  /** The computer's move, also when somebody is looking at an earlier position. */
  async #answer(node: Node, move: string, found: Found[]) {
    if (this.node === node) return this.play(move, found);
    const added = this.tree.add(node, move);
    added.found = found;
    this.version++;
    this.keep();
    await this.#know(added);
    const outcome = added.state?.outcome;
    if (outcome) this.#enter(outcome.winner, outcome.reason, movesTo(added).length);
  }

  #endSearch() {
    this.#search?.cancel();
    this.#search = null;
    this.thinking = false;
    this.report = null;
  }

  #flag(loser: PlayerId) {
    this.#end(other(loser), 'outOfTime');
  }

  #end(winner: PlayerId, how: Ended['how']) {
    this.#endSearch();
    this.clock?.stop();
    this.ended = { winner, how };
    this.version++;
    this.#enter(winner, how, mainline(this.tree.root).length);
    sounds.end();
    this.keep();
  }

  /** Enters how the game ended in the person's record, where the computer was the opponent. */
  #enter(winner: PlayerId | null, reason: string, plies: number) {
    const { mine, id, setup, helped, tags } = this;
    const seat = mine && this.seats[other(mine)];
    if (!mine || !seat || seat.kind !== 'computer') return;
    const alone = !helped && !setup.position && Object.keys(tags).length === 0;
    const score = winner === null ? 0.5 : winner === mine ? 1 : 0;
    addResults(setup.game, [{ id, when: Date.now(), options: { ...setup.options }, side: mine, agent: seat.agent, score, reason, plies, alone }]);
  }

  #sound() {
    const { state, node } = this;
    const before = node.parent?.state;
    if (!state || !before) return;
    if (state.outcome) sounds.end();
    else if (victims(before.scene, state.events, sideToMove(before)).size > 0) sounds.capture();
    else sounds.move();
  }
}
