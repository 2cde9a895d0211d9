import { forward, type Motion } from '../board/motion';
import type { Engine } from '../engine/client';
import type { Board, Event, GameInfo, State } from '../engine/types';
import { sounds } from '../sound';
import { meets, setupOf, type Lesson } from './lesson';

const KEY = 'agon/lesson/';

/** A course of lessons, and how far the learner has come. */
export class Course {
  index = $state(0);
  board: Board | null = $state.raw(null);
  state: State | null = $state.raw(null);
  previews: Map<string, Event[]> = $state.raw(new Map());
  motion: Motion | null = $state.raw(null);
  /** What the learner's move did, once it was right. */
  told: string[] | null = $state.raw(null);
  wrong = $state(false);

  constructor(
    private engine: Engine,
    private info: GameInfo,
    readonly lessons: Lesson[],
  ) {
    void this.go(Math.min(Number(localStorage.getItem(KEY + info.name) ?? 0), lessons.length - 1));
  }

  get lesson(): Lesson | undefined {
    return this.lessons[this.index];
  }

  /** Opens a lesson. */
  async go(index: number) {
    const lesson = this.lessons[index];
    if (!lesson) return;
    const setup = setupOf(this.info.name, lesson);
    const [board, state] = await Promise.all([this.engine.board(setup), this.engine.open(setup, lesson.moves ?? [])]);
    [this.index, this.board, this.state, this.told, this.wrong, this.motion] = [index, board, state, null, false, null];
    this.previews = new Map();
    localStorage.setItem(KEY + this.info.name, String(index));
  }

  /** Tries a move: it is made if it is what was asked for. */
  async play(move: string) {
    const { lesson, state } = this;
    if (!lesson || !state) return;
    const setup = setupOf(this.info.name, lesson);
    const events = await this.engine.preview(setup, lesson.moves ?? [], move);
    this.wrong = !meets(lesson.expect, move, events);
    if (this.wrong) return;
    this.state = await this.engine.open(setup, [...(lesson.moves ?? []), move]);
    this.motion = forward(state.scene, this.state.events);
    this.told = this.state.events.map((event) => event.text);
    sounds.move();
  }

  /** Asks what moves would do. */
  async consider(moves: string[]) {
    const { lesson } = this;
    const unknown = moves.filter((move) => !this.previews.has(move));
    if (!lesson || this.told || unknown.length === 0) return;
    const setup = setupOf(this.info.name, lesson);
    const events = await Promise.all(unknown.map((move) => this.engine.preview(setup, lesson.moves ?? [], move)));
    if (this.lesson !== lesson) return;
    this.previews = new Map([...this.previews, ...unknown.map((move, at): [string, Event[]] => [move, events[at] ?? []])]);
  }
}
