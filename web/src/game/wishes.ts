import type { GameInfo, Options } from '../engine/types';
import * as local from '../storage/local';
import { isNumber, isObject, isText } from './check';
import { named, usualOptions } from './options';

/** What a person asked for when the last game was begun. */
export interface Wishes {
  opponent: 'computer' | 'friend' | 'watch';
  side: 'one' | 'two' | 'either';
  /** The computer's player, as an agent's text. */
  player: string;
  /** Its second player, where it plays against itself. */
  second: string;
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
    player: 'level:2',
    second: 'level:2',
    timed: false,
    minutes: 10,
    increment: 5,
    options: usualOptions(info),
    cast: null,
  };
  const kept = local.readData(WISHES + info.name, isWishes) ?? {};
  const last = { ...first, ...carried(kept), ...kept };
  // Wishes from before there were rulesets: options that were chosen were those of the rules there were.
  const options = Object.keys(last.options).length > 0 ? named(info, last.options) : first.options;
  const { opponent, side, timed, minutes, increment, cast } = last;
  return { opponent, side, timed, minutes, increment, cast, options, player: possible(info, last.player), second: possible(info, last.second) };
}

/** A level that the game does not have is its highest. */
const possible = (info: GameInfo, agent: string) => agent.replace(/^level:(\d+)$/, (_, level: string) => `level:${Math.max(1, Math.min(Number(level), info.levels))}`);

/** Wishes of old had a level, or an agent's text with a budget beside it. */
function carried(kept: Record<string, unknown>): Pick<Wishes, 'player' | 'second'> | object {
  const { strength, level, agent, budget } = kept;
  const times: Record<string, string> = { quick: '300ms', second: '1s', five: '5s', long: '20s' };
  const time = times[String(budget)];
  const text = isText(agent) && !agent.includes(':') && time ? `${agent}:time=${time}` : agent;
  if (strength === 'agent' && isText(text)) return { player: text, second: text };
  return isNumber(level) ? { player: `level:${level}`, second: `level:${level}` } : {};
}

const oneOf = (...words: string[]) => (value: unknown) => words.includes(value as string);
const CHECKS: Record<keyof Wishes, (value: unknown) => boolean> = {
  opponent: oneOf('computer', 'friend', 'watch'),
  side: oneOf('one', 'two', 'either'),
  player: isText,
  second: isText,
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
