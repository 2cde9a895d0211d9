// Everything the engine says to a player, as far as it can be made to say it.

import type { Event, GameInfo, Kit, Prospects, SearchTree, Setup, State, TreeNode } from '../../src/engine/types';
import { lessonsOf, setupOf } from '../../src/lessons/lesson';
import { puzzlesOf, setupOf as puzzleSetup } from '../../src/puzzles/puzzle';
import { ask, engine } from '../engine/load';

const rules = engine();
export const games = ask<GameInfo[]>(rules, { ask: 'games' });
/** The rules page of a game, in English. */
export const rulesOf = (game: string) => ask<string>(rules, { ask: 'rules', game });

/** What a game says about itself. */
export function about({ name, summary, players, moveHelp, positionHelp, options, variants, reasons, formats, agents, casts }: GameInfo): string[] {
  const rulesets = options.flatMap((option) => ('rulesets' in option ? option.rulesets : []));
  const named = [...rulesets, ...variants, ...reasons, ...formats, ...agents, ...casts].map(({ meaning }) => meaning);
  const words = [...options.flatMap((option) => ('choices' in option ? option.choices : [])), ...variants.map((variant) => variant.name), ...reasons.map(({ word }) => word)];
  const numbers = ask<Kit>(rules, { ask: 'kit', setup: { game: name } }).numbers.map((field) => field.name);
  const offers = agents.flatMap(({ offer }) => (offer ? [offer.title, offer.about] : []));
  return [summary, ...offers, ...players, moveHelp, positionHelp, ...options.flatMap(({ meaning, allowed }) => [meaning, allowed]), ...named, ...words, ...numbers];
}

const ofEvents = (events: Event[]) => events.map(({ text }) => text);
function ofState({ events, marks, outcome, scene, choices }: State): string[] {
  const counters = scene.counters.flatMap(({ name }) => name.split(': '));
  return [...ofEvents(events), ...marks.map(({ text }) => text), ...(outcome ? [outcome.text] : []), ...counters, ...choices.flatMap(({ choice }) => choice ?? [])];
}

/** Rules under which everything comes up sooner or later, and how many games it takes. */
const MATCHES: [game: string, options: Record<string, string>, matches: number][] = [
  ['rithmomachia', {}, 2],
  ...['modern', 'boardspace', 'boissiere-1556', 'mebben-1616', 'fulke-1563-3', 'fulke-1563-1'].map((ruleset): (typeof MATCHES)[number] => ['rithmomachia', { ruleset }, 2]),
  ['rithmomachia', { victories: '', quiet: '20' }, 1],
  ['rithmomachia', { victories: 'goods', goods: '9000' }, 1],
  ['rhythmomachy', {}, 2],
  ['rhythmomachy', { captures: '99', plies: '30' }, 1],
  ['crosphere', { size: '4', strong: '2' }, 6],
  ['crosphere', { size: '3', strong: '1' }, 12],
  ['crosphere', { size: '3', strong: '0' }, 6],
  ['andantino', { side: '4' }, 8],
  ['andantino', { side: '5', tiles: '9' }, 4],
  ['andantino', { side: '3', tiles: '1' }, 1],
  ['hex', { size: '4', swap: 'true' }, 4],
  ['tilesum', {}, 2],
  ['tilesum', { goal: '3', min: 'random' }, 2],
];

/** A game of random moves. */
function* match(setup: Setup, seed: number): Generator<string> {
  const moves: string[] = [];
  for (let ply = 0; ply < 150; ply++) {
    const move = ask<string | null>(rules, { ask: 'random', setup, moves, seed: seed * 1000 + ply });
    if (move === null) return;
    moves.push(move);
    yield* ofState(ask<State>(rules, { ask: 'open', setup, moves }));
  }
}

/** What is said of moves, positions and endings: in games of random moves, in lessons, in puzzles. */
export async function* ofPlay(): AsyncGenerator<string> {
  for (const [game, options, matches] of MATCHES) {
    for (let seed = 0; seed < matches; seed++) yield* match({ game, options }, seed);
  }
  // A game that is not named above is played as it is, and in each of its variants.
  for (const { name: game, variants } of games.filter(({ name }) => MATCHES.every(([game]) => game !== name))) {
    for (const options of [{}, ...variants.map((variant) => variant.options)]) {
      for (let seed = 0; seed < 3; seed++) yield* match({ game, options }, seed);
    }
  }
  for (const info of games) {
    const game = info.name;
    for (const lesson of await lessonsOf(game)) {
      const [setup, moves] = [setupOf(info, lesson), lesson.moves ?? []];
      const { choices } = ask<State>(rules, { ask: 'open', setup, moves });
      for (const { move } of choices) yield* ofState(ask<State>(rules, { ask: 'open', setup, moves: [...moves, move] }));
    }
    for (const puzzle of await puzzlesOf(game)) {
      yield* ask<State[]>(rules, { ask: 'states', setup: puzzleSetup(game, puzzle), moves: puzzle.moves }).flatMap(ofState);
    }
  }
  for (const [game, options, position, ...moves] of SELDOM) {
    yield* ask<State[]>(rules, { ask: 'states', setup: { game, options, position }, moves }).flatMap(ofState);
  }
}

/** What random games hardly ever come to. */
const SELDOM: [game: string, options: Record<string, string>, position: string, ...moves: string[]][] = [
  ['rhythmomachy', {}, '8/8/8/8/8/8/8/C0,7 b 0 0 0 0 0'],
  ['rhythmomachy', {}, '7,c16/8/8/3,S2,1,c8,2/8/2,C0,3,C4,1/1,c8,6/8 w 0 0 0 0 0', 'g3g4'],
  ['rhythmomachy', {}, '1,s4,C2,S1,c0,1,c2,s2/c4,s2,s1,S4,c4,s0,s4,S4/S1,c1,s2,c2,C2,S2,s1,s0/C0,s0,C2,c2,S1,S4,s2,C2/S1,C0,C1,C2,S2,c0,1,C4/S0,C4,s0,s2,c2,c0,S4,c4/S0,S1,C2,c0,C0,s2,C2,c1/S0,C0,c0,c0,c0,c0,C1,s1 w 0 0 0 0 0', 'e4g4'],
  ['crosphere', { size: '3', strong: '2' }, 'G,W,P/W,1,W/P,W,1 G', 'Sc1'],
  ['andantino', { side: '3' }, 'b2/4/5/4/2w b'],
  ...[6, 7, 8, 9, 10].map((row): (typeof SELDOM)[number] => ['andantino', { side: '6' }, `6/7/8/9/10/${'w'.repeat(row)}${11 - row}/10/9/8/7/6 b`]),
  ['rithmomachia', {}, '8/8/8/8/8/8/1,T9,1,S15,4/8/8/8/6,S45,1/8/8/8/8/c3,7 even 0:0:0 0:0:0 0', 'g6g10'],
  ['rithmomachia', {}, '8/8/8/8/8/8/8/2,c3,5/8/2,C8,5/8/8/8/8/8/8 odd 0:0:0 0:0:0 0', 'c9c8'],
  ['rithmomachia', { ruleset: 'modern' }, '8/8/8/8/8/8/8/8/8/8/8/8/1,t12,6/8/t30,7/S289,7 odd 0:0:0 0:0:0 0', 'b4b1'],
  ['rithmomachia', { ruleset: 'mebben-1616' }, '8/8/8/8/8/5,t12,2/3,c3,4/1,c5,1,T20,4/8/8/8/8/8/8/8/C2,7 odd 0:0:0 0:0:0 0', 'b9c9'],
];

/** What is known for certain, and why a search skips moves. */
export function* ofThought(): Generator<string> {
  for (const [goal, moves] of [['9', '5'], ['10', '5'], ['21', '6'], ['16', '5'], ['999', '99']]) {
    const { here } = ask<Prospects>(rules, { ask: 'outlook', setup: { game: 'tilesum', options: { goal, moves } }, moves: [] });
    if (here) yield here.text;
  }
  for (const moves of [[], ['Wb2'], ['Wa1', 'Wb1', 'Wb3']]) {
    const setup = { game: 'crosphere', options: { size: '3', strong: '1' } };
    const tree = ask<SearchTree>(rules, { ask: 'searchTree', setup, moves, algorithm: 'alphabeta', budget: { depth: 3, nodes: 3000 } });
    const visit = function* ({ cut, outcome, children }: TreeNode): Generator<string> {
      if (cut) yield cut.text;
      if (outcome) yield outcome.reason;
      for (const child of children) yield* visit(child);
    };
    yield* visit(tree.root);
  }
}
