import type { GameInfo, Options } from '../engine/types';
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

const KEY = 'agon/wishes/';

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
  try {
    const last = { ...first, ...(JSON.parse(localStorage.getItem(KEY + info.name) ?? '{}') as Partial<Wishes>) };
    // Wishes from before there were rulesets: options that were chosen were those of the rules there were.
    const options = Object.keys(last.options).length > 0 ? named(info, last.options) : first.options;
    return { ...last, options, level: Math.min(last.level, info.levels) };
  } catch {
    return first;
  }
}

/** Remembers it for the next game. */
export function remember(game: string, wishes: Wishes) {
  localStorage.setItem(KEY + game, JSON.stringify(wishes));
}
