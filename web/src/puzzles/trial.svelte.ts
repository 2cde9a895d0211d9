import { atFoot } from '../board/orient';
import type { Engine, Thinking } from '../engine/client';
import type { Choice, GameInfo, PlayerId, State } from '../engine/types';
import { other } from '../game/sides';
import { Exercise } from '../lessons/exercise.svelte';
import { say } from '../language/language.svelte';
import { sounds } from '../sound';
import { text } from '../strings';
import { depthLeft, judge, setupOf, stored, type Look, type Puzzle } from './puzzle';
import { remember, solvedIn } from './solved';

/** Answers do not come before the eye has followed the last move. */
const PAUSE = 420;
/** A solution is shown at this pace. */
const PACE = 900;

const wait = (time: number) => new Promise((done) => setTimeout(done, time));

/** What a puzzle waits for: a move; the answer; another try; nothing more, since it is solved or was shown. */
type Stage = 'move' | 'answer' | 'wrong' | 'solved' | 'showing' | 'shown';

/** The puzzles of a game, the one on the board, and how far the solver has come. */
export class Trial extends Exercise {
  index = $state(0);
  stage: Stage = $state('move');
  /** What is said of the last move, in the language of whoever reads it. */
  saying: (() => string)[] = $state.raw([]);
  /** Who solves it, in how many moves, and by which rule the game ends. */
  solver: PlayerId = $state('one');
  most = $state(0);
  reason: string | undefined = $state();
  /** The board is to be seen from the other side, which is the solver's. */
  turned = $state(false);
  /** 1: how it ends, and the piece that moves; 2: the move. */
  hinted = $state(0);
  hint: Choice | null = $state.raw(null);
  solved: Set<string> = $state.raw(new Set());
  /** Moves made before the one that was wrong. */
  #good: string[] = [];
  /** Counts what is begun, so that what was begun before ends. */
  #turn = 0;
  #search: Thinking | null = null;

  constructor(
    engine: Engine,
    private info: GameInfo,
    readonly puzzles: Puzzle[],
  ) {
    super(engine);
    this.solved = solvedIn(info.name);
  }

  get puzzle(): Puzzle | undefined {
    return this.puzzles[this.index];
  }

  /** The place of the first puzzle that is not solved yet. */
  get unsolved(): number {
    return Math.max(0, this.puzzles.findIndex(({ position }) => !this.solved.has(position)));
  }

  get said(): string[] {
    return this.saying.map((words) => words());
  }

  /** How the game ends, in words. */
  get end(): string {
    return this.info.reasons.find(({ word }) => word === this.reason)?.meaning ?? '';
  }

  name(player: PlayerId): string {
    return this.info.players[player === 'one' ? 0 : 1];
  }

  /** Puts a puzzle on the board. */
  async go(index: number) {
    const puzzle = this.puzzles[index];
    const turn = this.#next();
    if (!puzzle) return;
    const setup = setupOf(this.info.name, puzzle);
    const { game, options } = setup;
    const [board, start, states] = await Promise.all([
      this.engine.board(setup),
      this.engine.open({ game, options }, []),
      this.engine.states(setup, puzzle.moves),
    ]);
    const [first, last] = [states[0], states.at(-1)];
    if (turn !== this.#turn || !first || first.turn === 'chance') return;
    this.index = index;
    this.solver = first.turn;
    const foot = atFoot(board, start.scene);
    this.turned = foot !== null && foot !== first.turn;
    this.most = states.slice(0, -1).filter((state) => state.turn === first.turn).length;
    this.reason = last?.outcome?.reason;
    await this.#back([]);
  }

  /** Tries a move. */
  async play(move: string) {
    const { puzzle, stage, line } = this;
    if (!puzzle || stage !== 'move') return;
    const turn = this.#next();
    this.#good = line;
    this.#begin('answer');
    try {
      await this.#try(puzzle, move, turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      [this.stage, this.saying] = ['wrong', [() => (error as Error).message]];
    }
  }

  async #try(puzzle: Puzzle, move: string, turn: number) {
    const after = await this.#move(move, turn);
    if (!after) return;
    const [verdict] = await Promise.all([judge(puzzle, this.solver, this.line, after, this.#look), wait(PAUSE)]);
    if (turn !== this.#turn) return;
    if (verdict.kind === 'won') return this.#win(puzzle);
    const { reply } = verdict;
    const answer = reply === null ? after : await this.#move(reply, turn);
    if (!answer) return;
    // The other side may have had nothing but a move that loses at once.
    if (answer.outcome?.winner === this.solver) return this.#win(puzzle);
    const name = () => this.name(other(this.solver));
    if (verdict.kind === 'right') {
      this.stage = 'move';
      this.saying = [() => (reply === null ? text.puzzle.goOn : text.puzzle.right(name(), reply))];
    } else {
      this.stage = 'wrong';
      this.saying = [() => (reply === null ? text.puzzle.useless : text.puzzle.refuted(name(), reply, verdict.sure))];
    }
    const end = answer.outcome?.text;
    if (end) this.saying = [...this.saying, () => `${say(end)}.`];
  }

  /** Back to where the wrong move was made, or to the start. */
  async again() {
    await this.#back(this.stage === 'wrong' ? this.#good : []);
  }

  /** Says a little more of what there is to find. */
  async ask() {
    const { puzzle, line, state, stage } = this;
    if (!puzzle || stage !== 'move') return;
    this.hinted = Math.min(2, this.hinted + 1);
    if (this.hint) return;
    let best = stored(puzzle, line) ?? null;
    // Who plays on meanwhile ends the search.
    best ??= await this.#look(line, { depth: depthLeft(puzzle, line) }).then((report) => report.best, () => null);
    if (this.state === state) this.hint = state?.choices.find(({ move }) => move === best) ?? null;
  }

  /** Plays the solution. */
  async show() {
    const { puzzle } = this;
    if (!puzzle) return;
    const turn = await this.#back([], 'showing');
    for (const move of puzzle.moves) {
      await wait(PACE);
      if (turn !== this.#turn || !(await this.#move(move, turn))) return;
    }
    this.stage = 'shown';
    const end = this.state?.outcome?.text ?? '';
    this.saying = [() => text.puzzle.shown(say(end))];
  }

  /** Ends everything that goes on. */
  close() {
    this.#next();
  }

  #next(): number {
    this.#search?.cancel();
    this.#search = null;
    return ++this.#turn;
  }

  #look: Look = (line, limits) => {
    this.#search = this.engine.think(this.setup, line, 'best', limits);
    return this.#search.result;
  };

  #begin(stage: Stage) {
    [this.stage, this.saying, this.hinted, this.hint] = [stage, [], 0, null];
  }

  async #back(line: string[], stage: Stage = 'move'): Promise<number> {
    const { puzzle } = this;
    const turn = this.#next();
    if (puzzle) await this.lay(setupOf(this.info.name, puzzle), line);
    if (turn === this.#turn) this.#begin(stage);
    return turn;
  }

  async #move(move: string, turn: number): Promise<State | null> {
    const after = await this.make(move);
    if (!after || turn !== this.#turn) return null;
    if (after.outcome) sounds.end();
    else sounds.move();
    return after;
  }

  #win(puzzle: Puzzle) {
    this.stage = 'solved';
    const end = this.state?.outcome?.text ?? '';
    this.saying = [() => text.puzzle.done, () => `${say(end)}.`];
    this.solved = remember(this.info.name, [...this.solved, puzzle.position]);
  }
}
