import type { Engine } from '../engine/client';
import type { Event, GameInfo, Piece, PlayerId } from '../engine/types';
import { say } from '../language/language.svelte';
import { sounds } from '../sound';
import { text } from '../strings';
import { Exercise } from './exercise.svelte';
import { finishedIn, lessonIn, rememberFinished, rememberLesson } from './progress';
import { meets, setupOf, type Lesson } from './lesson';

/** A course of lessons, and how far the learner has come. */
export class Course extends Exercise {
  index = $state(0);
  /** What the learner's move did, once it was right. */
  told: string[] | null = $state.raw(null);
  /** Why the last move was not what was asked for. */
  wrong: string | null = $state(null);
  /** The move was shown, not found. */
  shown = $state(false);
  /** The moves that do what is asked; found while the learner reads. */
  right: string[] = $state.raw([]);
  #turn: 0 | 1 = $state(0);
  /** The names of the lessons that are done. */
  finished: Set<string> = $state.raw(new Set());

  constructor(
    engine: Engine,
    private info: GameInfo,
    readonly lessons: Lesson[],
  ) {
    super(engine);
    this.finished = finishedIn(info.name);
    void this.go(Math.min(lessonIn(info.name), lessons.length - 1));
  }

  get lesson(): Lesson | undefined {
    return this.lessons[this.index];
  }

  /** Opens a lesson. */
  async go(index: number) {
    const lesson = this.lessons[index];
    if (!lesson) return;
    await this.lay(setupOf(this.info, lesson), lesson.moves ?? []);
    [this.index, this.told, this.wrong, this.shown, this.right] = [index, null, null, false, []];
    this.#turn = this.state?.turn === 'two' ? 1 : 0;
    rememberLesson(this.info.name, index);
    await this.#search(lesson);
  }

  /** Finds the moves that do what is asked. */
  async #search(lesson: Lesson) {
    const { state } = this;
    const right: string[] = [];
    for (const { move } of state?.choices ?? []) {
      const events = 'any' in lesson.expect ? [] : await this.engine.preview(this.setup, this.line, move);
      if (this.state !== state) return;
      if (meets(lesson.expect, move, events)) right.push(move);
    }
    this.right = right;
  }

  /** Whose move the learner makes: 0 for player one. It stays so when the move has been made. */
  get lessonTurn(): 0 | 1 {
    return this.#turn;
  }

  /** A piece of the learner's, to be shown beside the name. */
  get own(): Piece | null {
    const side = this.#turn === 0 ? 'one' : 'two';
    const { pieces, hands } = this.state?.scene ?? { pieces: [], hands: [] };
    return pieces.find((piece) => piece.side === side) ?? hands.find(({ player, piece }) => player === side && piece.side === side)?.piece ?? null;
  }

  /** The cell of the piece to move, where there is only one. */
  get piece(): number | null {
    const { right } = this;
    const choices = (this.state?.choices ?? []).filter(({ move }) => right.includes(move));
    const first = choices[0]?.cells[0];
    return first !== undefined && choices.every(({ cells }) => cells.length > 1 && cells[0] === first) ? first : null;
  }

  /** Makes a move that does what is asked; the lesson is not done by that. */
  async show() {
    const move = this.right[0];
    const after = move === undefined ? null : await this.make(move);
    if (!after) return;
    [this.shown, this.wrong, this.told] = [true, null, after.events.map((event) => event.text)];
    sounds.move();
  }

  /** Tries a move: it is made if it is what was asked for. */
  async play(move: string) {
    const { lesson } = this;
    if (!lesson) return;
    const events = await this.engine.preview(this.setup, this.line, move);
    if (!meets(lesson.expect, move, events)) {
      this.wrong = await this.#why(lesson, move);
      return;
    }
    this.wrong = null;
    const after = await this.make(move);
    if (!after) return;
    this.finished = rememberFinished(this.info.name, [...this.finished, lesson.name]);
    this.told = after.events.map((event) => event.text);
    sounds.move();
  }

  /** Why a legal move is not what is asked for, in words. */
  async #why({ expect }: Lesson, move: string): Promise<string> {
    const words = text.lessonWhy;
    const { engine, setup, info } = this;
    const line = [...this.line, move];
    const mover = this.state?.turn;
    const nameOf = (player: PlayerId) => info.players[player === 'one' ? 0 : 1];
    const after = await engine.open(setup, line);
    if (after.outcome) {
      return after.outcome.winner && after.outcome.winner !== mover ? words.loses(move, nameOf(after.outcome.winner)) : words.over(move, say(after.outcome.text));
    }
    if ('ends' in expect) return words.goesOn(move);
    if ('rule' in expect) return words.nothing(move, after.events.filter(takesPlace).map((event) => say(event.text)).join('. '));
    if ('cells' in expect) return words.otherPiece;
    // Perhaps the answer shows what is wrong with it.
    for (const { move: answer } of after.choices) {
      const { outcome } = await engine.open(setup, [...line, answer]);
      if (outcome?.winner && outcome.winner !== mover) return words.answered(move, nameOf(outcome.winner), answer);
    }
    return words.other(move);
  }
}

/** Whether an event is more than that a piece has been moved or placed. */
const takesPlace = ({ effect }: Event) => effect === 'note' || !('move' in effect || 'place' in effect);
