// What the engine says to somebody who asks for what cannot be: moves and
// positions that are typed or set up, options, agents, threats.

import { readdirSync, readFileSync } from 'node:fs';

import type { Change, Drafted, GameInfo, Options, Setup } from '../../src/engine/types';
import { ask, engine, think } from '../engine/load';

const rules = engine();

/** What is said where something must be refused. */
function refusal(request: () => unknown): string {
  try {
    request();
  } catch (error) {
    return String(error);
  }
  throw new Error(`not refused: ${request}`);
}

const typed = (setup: Setup, move: string, moves: string[] = []) => refusal(() => ask(rules, { ask: 'preview', setup, moves, move }));
const read = (game: string, position: string, options: Options = {}) => refusal(() => ask(rules, { ask: 'open', setup: { game, options, position }, moves: [] }));
const passed = (setup: Setup, moves: string[] = []) => refusal(() => ask(rules, { ask: 'passed', setup, moves }));
const agent = (name: string) => refusal(() => think({ setup: { game: 'crosphere' }, moves: [], agent: name, limits: { nodes: 1 }, hash: 1 }));
function edited(setup: Setup, text: string | null, change: Change | null): string {
  const { fault } = ask<Drafted>(rules, { ask: 'edit', setup, text, change });
  if (fault === null) throw new Error('no fault');
  return fault;
}

const RITHMOMACHIA = 'rithmomachia';
/** A board of Rithmomachia with these ranks in the middle. */
const long = (ranks: string, rest = 'odd 0:0:0 0:0:0 0') => `8/8/8/8/8/8/8/8/${ranks}/8/8/8/8/8/8/8 ${rest}`;

const optionsOf = (text: string): Options => Object.fromEntries([...text.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]));

const CASES = new URL('../../../crates/games/tests/cases/', import.meta.url);

/** What the cases of a game refuse: the files that the tests of its rules read. */
function* ofCases({ name: game, variants }: GameInfo): Generator<string> {
  const files = readdirSync(CASES).filter((file) => file === `${game}.txt` || file.startsWith(`${game}-`));
  const blocks = files.flatMap((file) => readFileSync(new URL(file, CASES), 'utf8').split(/^\[.*\]$/m).slice(1));
  for (const block of blocks) {
    const fields = block.split('\n').map((line): [string, string] => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]);
    const all = (wanted: string) => fields.filter(([field]) => field === wanted).map(([, value]) => value);
    const [variant, options, position, play] = ['variant', 'options', 'position', 'play'].map((field) => all(field)[0]);
    const setup: Setup = { game, options: variants.find(({ name }) => name === variant)?.options ?? optionsOf(options ?? ''), position };
    const refused = (field: string) => all(field).map((value) => value.split(': ', 1)[0] ?? '');
    for (const move of refused('illegal')) yield typed(setup, move, play?.split(' ') ?? []);
    for (const text of refused('no-position')) yield read(game, text, setup.options);
    for (const text of refused('no-game')) yield refusal(() => ask(rules, { ask: 'board', setup: { game, options: optionsOf(text) } }));
  }
}

export function* refusals(): Generator<string> {
  for (const info of ask<GameInfo[]>(rules, { ask: 'games' })) yield* ofCases(info);
  const [chain, hexagon] = [{ game: 'crosphere', options: { size: '3', strong: '1' } }, { game: 'andantino', options: { side: '3' } }];
  const tiles = { game: 'tilesum' };

  // Before anything has been asked that fetches it.
  yield refusal(() => rules.think(JSON.stringify({ setup: { game: 'crosphere' }, moves: [], agent: 'best' }), { report: () => {} }));
  for (const { name } of ask<{ name: string }[]>(rules, { ask: 'games' })) yield typed({ game: name }, 'nonsense');
  yield typed(tiles, '0');
  yield typed(tiles, 'd');
  yield typed(tiles, 'u', ['u']);
  yield typed({ game: 'tilesum', options: { goal: '1' } }, 'u', ['u']);
  yield refusal(() => ask(rules, { ask: 'open', setup: tiles, moves: ['u', 'u'] }));
  for (const move of ['d8d7', 'c4c5', 'c13d11', 'c13c11', 'b14c14', 'b14b12']) yield typed({ game: RITHMOMACHIA }, move);
  yield typed({ game: RITHMOMACHIA, position: long('3,p[64+49],4') }, 'd8d7');
  for (const move of ['d4d5', 'h3h2', 'a1a3', 'a3a4', 'c3c5', 'a3a5']) yield typed({ game: 'rhythmomachy' }, move);
  for (const move of ['Wh8', 'Wa1', 'Sb1']) yield typed(chain, move, ['Sa1', 'Wc3']);
  yield typed({ ...chain, position: '1,W,1/W,1,W/1,W,1 G' }, 'Wb2');
  yield typed(hexagon, 'a1');
  yield typed(hexagon, 'c3');
  for (const move of ['a1', 'a3']) yield typed(hexagon, move, ['b3']);
  const rhombus = { game: 'hex', options: { size: '3' } };
  for (const move of ['d1', 'b2', 'swap']) yield typed(rhombus, move, ['b2']);
  yield typed({ game: 'hex', options: { size: '3', swap: 'true' } }, 'swap');

  yield passed({ ...tiles, options: { goal: '1' } }, ['u']);
  yield passed({ ...tiles, options: { min: 'random' } }, ['u']);
  yield passed(tiles);
  yield passed({ game: 'andantino', options: { side: '3', tiles: '1' } });

  yield read(RITHMOMACHIA, 'x');
  for (const rest of ['x 0:0:0 0:0:0 0', 'odd x 0:0:0 0', 'odd 0:0:0 0:0:0 999']) yield read(RITHMOMACHIA, long('8', rest));
  for (const ranks of ['x,7', '1,,6', '9', 'p7,7', 'p190,p190,6']) yield read(RITHMOMACHIA, long(ranks));
  yield read(RITHMOMACHIA, '8 odd 0:0:0 0:0:0 0');
  yield read(RITHMOMACHIA, long('8', 'odd 0:0:0 0:0:0 0 x'), { ruleset: 'fulke-1563-1' });
  yield read(RITHMOMACHIA, `c1,c1,c1,c1,c1,c1,c1,c1/c1,c1,c1,c1,c1,c1,c1,c1/c1,c1,c1,c1,c1,c1,c1,c1/c1,7/${Array(12).fill('8').join('/')} odd 0:0:0 0:0:0 0`);
  yield read('rhythmomachy', 'x');
  for (const rest of ['x 0 0 0 0 0', 'w x 0 0 0 0', 'w 0 x 0 0 0', 'w 0 0 0 0 999']) yield read('rhythmomachy', `8/8/8/8/8/8/8/8 ${rest}`);
  yield read('rhythmomachy', 'x,7/8/8/8/8/8/8/8 w 0 0 0 0 0');
  for (const text of ['x', '3/3/3 x', 'x,2/3/3 G', 'G,G,1/3/3 G', 'G,W,1/G,W,W/W,W,P G']) yield read('crosphere', text, { size: '3', strong: text.includes('G,W') ? '3' : '1' });
  yield edited({ game: 'crosphere', options: { size: '3', strong: '9' } }, 'W,W,W/W,1,1/W,2 G', null);
  for (const text of ['x', '3 w', '3/4/6/4/3 w', '3/4/2b2/4/3 x', '3/4/5/4/3 w', 'wwwww', '3/4/wwwww/4/3 w']) yield read('andantino', text, { side: '3' });
  yield read('andantino', 'bbb/4/2w2/4/3 w', { side: '3', tiles: '2' });
  for (const text of ['x', '3/3/3 x', '3/x,2/3 R', 'R,2/R,2/R,2 R']) yield read('hex', text, { size: '3' });
  for (const text of ['x', '1 0 0', 'x,1,1/1,1,1/(1),1,1 0 0', '?,?,1/1,1,1/(1),1,1 0 0', '(1),1,1/1,1,1/(1),1,1 0 0']) yield read('tilesum', text);
  for (const text of ['1,1,1/1,1,1/1,1,1 0 0', '1,1,1/1,1,1/(1),1,1 x 0', '1,1,1/1,1,1/(1),1,1 0 99', '1,1,?/1,1,1/(1),1,1 0 1']) yield read('tilesum', text);
  yield refusal(() => ask(rules, { ask: 'edit', setup: tiles, text: 'x 0 0', change: null }));

  yield refusal(() => ask(rules, { ask: 'board', setup: { game: 'crosphere', options: { size: '99' } } }));
  yield refusal(() => ask(rules, { ask: 'board', setup: { game: 'crosphere', options: { size: '3', strong: '10' } } }));
  yield refusal(() => ask(rules, { ask: 'board', setup: { game: 'andantino', options: { enclosure: 'strikt' } } }));
  yield refusal(() => ask(rules, { ask: 'board', setup: { game: 'tilesum', options: { size: '4' } } }));
  for (const name of ['', 'bext', 'nobody', 'best:depth=0', 'best:time=3', 'alphabeta:pvs=x', 'best:dept=3', 'best:xyzzy=3', 'best:seed=1,seed=2']) yield agent(name);
  yield refusal(() => ask(rules, { ask: 'readRecords', text: '' }));
  yield refusal(() => ask(rules, { ask: 'readRecords', text: '[Result "*"]\n\n*' }));
}
