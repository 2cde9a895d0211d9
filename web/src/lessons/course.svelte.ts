import type { Engine } from '../engine/client';
import type { GameInfo } from '../engine/types';
import { sounds } from '../sound';
import { Exercise } from './exercise.svelte';
import { finishedIn, lessonIn, rememberFinished, rememberLesson } from './progress';
import { meets, setupOf, type Lesson } from './lesson';

/** A course of lessons, and how far the learner has come. */
export class Course extends Exercise {
  index = $state(0);
  /** What the learner's move did, once it was right. */
  told: string[] | null = $state.raw(null);
  wrong = $state(false);
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
    [this.index, this.told, this.wrong] = [index, null, false];
    rememberLesson(this.info.name, index);
  }

  /** Tries a move: it is made if it is what was asked for. */
  async play(move: string) {
    const { lesson } = this;
    if (!lesson) return;
    const events = await this.engine.preview(this.setup, this.line, move);
    this.wrong = !meets(lesson.expect, move, events);
    if (this.wrong) return;
    const after = await this.make(move);
    if (!after) return;
    this.finished = rememberFinished(this.info.name, [...this.finished, lesson.name]);
    this.told = after.events.map((event) => event.text);
    sounds.move();
  }
}
