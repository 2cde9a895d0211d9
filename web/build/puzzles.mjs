// Chooses puzzles for the app from what `agon puzzles GAME --out FILE` has
// written, and puts them in order, the easy ones first:
//
//   node build/puzzles.mjs GAME FILE...   writes src/puzzles/GAME.json

import { readFileSync, writeFileSync } from 'node:fs';

import { Engine, initSync } from '../src/engine/pkg/agon_wasm.js';

/** Puzzles of a game at most, as many of each length. */
const MOST = 40;

const here = (path) => new URL(path, import.meta.url);
const [game, ...files] = process.argv.slice(2);
initSync({ module: readFileSync(here('../src/engine/pkg/agon_wasm_bg.wasm')) });
const engine = new Engine();
const states = ({ options, position, moves }) =>
  JSON.parse(engine.ask(JSON.stringify({ ask: 'states', setup: { game, options, position }, moves })));

const found = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
const puzzles = new Map(found.map(({ options, position, moves, win_in }) => [position, { options, position, moves, win_in }]));
const walked = [...puzzles.values()].map((puzzle) => ({ puzzle, states: states(puzzle) }));

// The rest of a longer puzzle's solution is no puzzle of its own.
const within = new Set(walked.flatMap(({ states }) => states.slice(1).map(({ position }) => position)));
const own = walked.filter(({ puzzle }) => !within.has(puzzle.position));
own.sort((a, b) => a.puzzle.win_in - b.puzzle.win_in || a.states[0].choices.length - b.states[0].choices.length);

/** So many of a list, spread evenly over it. */
const spread = (list, most) => (list.length <= most ? list : Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]));
const lengths = [...new Set(own.map(({ puzzle }) => puzzle.win_in))];
const each = Math.floor(MOST / lengths.length);
const chosen = lengths.flatMap((plies) => spread(own.filter(({ puzzle }) => puzzle.win_in === plies), each));

const lines = chosen.map(({ puzzle }) => `  ${JSON.stringify(puzzle)}`);
writeFileSync(here(`../src/puzzles/${game}.json`), `[\n${lines.join(',\n')}\n]\n`);
console.log(`${game}: ${found.length} found, ${own.length} of their own, ${chosen.length} chosen`);
