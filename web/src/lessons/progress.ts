import { isNumber, isObject, isTexts } from '../game/check';
import * as local from '../storage/local';

export const LESSON = 'agon/lesson/';
export const FINISHED = 'agon/lessons/';

const isIndex = (value: unknown): value is number => isNumber(value) && Number.isInteger(value) && value >= 0;

/** The place of the lesson that was open last. */
export function lessonIn(game: string): number {
  return local.readData(LESSON + game, isIndex) ?? 0;
}

export function rememberLesson(game: string, index: number) {
  if (local.read(LESSON + game) !== String(index)) local.write(LESSON + game, String(index), 'progress');
}

/** The names of the lessons that have been finished in this browser. */
export function finishedIn(game: string): Set<string> {
  return new Set(local.readData(FINISHED + game, isTexts) ?? []);
}

/** Remembers that these are finished too; another tab may have remembered others. */
export function rememberFinished(game: string, names: Iterable<string>): Set<string> {
  const all = new Set([...finishedIn(game), ...names]);
  local.write(FINISHED + game, JSON.stringify([...all]), 'progress');
  return all;
}

/** How far somebody has come in a course, as files hold it. */
export interface Progress {
  at: number;
  finished: string[];
}

export const isProgress = (value: unknown): value is Progress => isObject(value) && isIndex(value['at']) && isTexts(value['finished']);
