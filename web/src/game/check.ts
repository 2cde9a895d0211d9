// Whether data that was kept or read from a file can be a game. It may be anything:
// from an older version, cut off, or changed by hand.

import type { Reviewed } from '../analysis/judge';
import type { Saved } from './store';

type Thing = Record<string, unknown>;

export const isObject = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isDictionary = (value: unknown): value is Record<string, string> => isObject(value) && Object.values(value).every(isText);
const orAbsent = (value: unknown, check: (value: unknown) => boolean) => value === undefined || value === null || check(value);

const isSeat = (seat: unknown) => isObject(seat) && (seat.kind === 'person' || (seat.kind === 'computer' && isText(seat.agent) && isObject(seat.limits)));
const isPair = (pair: unknown, check: (value: unknown) => boolean) => isObject(pair) && check(pair.one) && check(pair.two);
const isClock = (clock: unknown) =>
  isObject(clock) && isPair(clock.left, isNumber) && isObject(clock.control) && isNumber(clock.control.minutes) && isNumber(clock.control.increment);
const isEnd = (end: unknown) => isObject(end) && (end.winner === 'one' || end.winner === 'two');

function isLine(line: unknown): boolean {
  return isObject(line) && orAbsent(line.remark, isObject) && Array.isArray(line.moves) && line.moves.every(isMove);
}
function isMove(node: unknown): boolean {
  return (
    isObject(node) &&
    isText(node.move) &&
    orAbsent(node.remark, isObject) &&
    orAbsent(node.glyphs, (glyphs) => Array.isArray(glyphs) && glyphs.every(isNumber)) &&
    orAbsent(node.variations, (variations) => Array.isArray(variations) && variations.every(isLine))
  );
}
const isRecord = (record: unknown) =>
  isObject(record) && isText(record.game) && isDictionary(record.options) && orAbsent(record.position, isText) && isDictionary(record.tags) && isText(record.result) && isLine(record);

/** Whether the app can show this as a game. Whether its moves are legal, the engine says. */
export function isSaved(value: unknown): value is Saved {
  return (
    isObject(value) &&
    isText(value.id) &&
    isNumber(value.when) &&
    orAbsent(value.rev, isNumber) &&
    isRecord(value.record) &&
    isTexts(value.at) &&
    isPair(value.seats, isSeat) &&
    orAbsent(value.clock, isClock) &&
    orAbsent(value.ended, isEnd) &&
    orAbsent(value.helped, (helped) => typeof helped === 'boolean')
  );
}

/** A review that was kept; one that makes no sense is made anew, so it counts as absent. */
export function soundReview(value: unknown): Reviewed | undefined {
  const isPosition = (entry: unknown) => isObject(entry) && isText(entry.turn) && isNumber(entry.chance) && orAbsent(entry.best, isText);
  const sound = isObject(value) && isTexts(value.moves) && Array.isArray(value.positions) && value.positions.every(isPosition);
  return sound ? (value as unknown as Reviewed) : undefined;
}

/** A kept game from its text; `null` if it is none. */
export function parseSaved(raw: string | null): Saved | null {
  try {
    const value: unknown = JSON.parse(raw ?? 'null');
    return isSaved(value) ? value : null;
  } catch {
    return null;
  }
}
