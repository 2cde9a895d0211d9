import type { GameInfo, Options } from '../engine/types';
import * as local from '../storage/local';
import { isNumber, isObject, isText } from './check';
import { named, usualOptions } from './options';

/** What a person asked for when the last game was begun. */
export interface Wishes {
  opponent: 'computer' | 'friend' | 'watch';
  side: 'one' | 'two' | 'either';
  strength: 'level' | 'agent';
  level: number;
  agent: string;
  budget: 'quick' | 'second' | 'five' | 'long' | 'nodes' | 'own';
  timed: boolean;
  minutes: number;
  increment: number;
  options: Options;
  /** The agent that plays the part of player two, where a part has one of its own. */
  cast: string | null;
}

export const WISHES = 'agon/wishes/';

/** What was asked for last time, or what suits a first game. */
export function remembered(info: GameInfo): Wishes {
  const first: Wishes = {
    opponent: 'computer',
    side: info.begins ?? 'one',
    strength: 'level',
    level: 2,
    agent: 'best',
    budget: 'second',
    timed: false,
    minutes: 10,
    increment: 5,
    options: usualOptions(info),
    cast: null,
  };
  const last = { ...first, ...local.readData(WISHES + info.name, isWishes) };
  // Wishes from before there were rulesets: options that were chosen were those of the rules there were.
  const options = Object.keys(last.options).length > 0 ? named(info, last.options) : first.options;
  return { ...last, options, level: Math.min(last.level, info.levels) };
}

const oneOf = (...words: string[]) => (value: unknown) => words.includes(value as string);
const CHECKS: Record<keyof Wishes, (value: unknown) => boolean> = {
  opponent: oneOf('computer', 'friend', 'watch'),
  side: oneOf('one', 'two', 'either'),
  strength: oneOf('level', 'agent'),
  level: isNumber,
  agent: isText,
  budget: oneOf('quick', 'second', 'five', 'long', 'nodes', 'own'),
  timed: (value) => typeof value === 'boolean',
  minutes: isNumber,
  increment: isNumber,
  options: (value) => isObject(value) && Object.values(value).every(isText),
  cast: (value) => value === null || isText(value),
};

export function isWishes(value: unknown): value is Partial<Wishes> {
  return isObject(value) && Object.entries(CHECKS).every(([name, check]) => !(name in value) || check(value[name]));
}

/** Remembers it for the next game. */
export function remember(game: string, wishes: Wishes) {
  local.write(WISHES + game, JSON.stringify(wishes), 'settings');
}
