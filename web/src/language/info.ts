import type { GameInfo } from '../engine/types';
import { say } from './language.svelte';

/** The same thing, some of whose texts are in the language of the page whenever they are read. */
function voiced<T extends object>(thing: T, ...names: (keyof T)[]): T {
  const copy = { ...thing };
  for (const name of names) Object.defineProperty(copy, name, { enumerable: true, get: () => say(thing[name] as string) });
  return copy;
}

/** What a game says about itself, in the language of the page. Its rules page stays English: it is no single text. */
export function spoken(info: GameInfo): GameInfo {
  const copy = voiced(
    {
      ...info,
      options: info.options.map((option) => voiced('rulesets' in option ? { ...option, rulesets: option.rulesets.map((ruleset) => voiced(ruleset, 'meaning')) } : option, 'meaning', 'allowed')),
      variants: info.variants.map((variant) => voiced(variant, 'meaning')),
      reasons: info.reasons.map((reason) => voiced(reason, 'meaning')),
      formats: info.formats.map((format) => voiced(format, 'meaning')),
      agents: info.agents.map((agent) => voiced(agent.offer ? { ...agent, offer: voiced(agent.offer, 'title', 'about') } : agent, 'meaning')),
      casts: info.casts.map((cast) => voiced(cast, 'meaning')),
    },
    'summary',
    'moveHelp',
    'positionHelp',
  );
  const [one, two] = info.players;
  Object.defineProperty(copy, 'players', { enumerable: true, get: () => [say(one), say(two)] });
  return copy;
}
