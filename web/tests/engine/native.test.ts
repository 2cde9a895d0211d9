// The engine in the browser and the one on the command line are the same code,
// compiled for machines of different width. They must play the same moves.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, test } from 'vitest';

import type { GameInfo, Setup } from '../../src/engine/types';
import { usualOptions } from '../../src/game/options';
import { ask, engine, think } from './load';

const target = fileURLToPath(new URL('../../../target', import.meta.url));
const agon = process.env.AGON ?? [`${target}/debug/agon`, `${target}/release/agon`].find(existsSync);

/** Agents with limits that do not depend on time, from beginner to the strongest. */
const AGENTS: [agent: string, limits: { nodes?: number; depth?: number; playouts?: number }][] = [
  ['random', {}],
  ['greedy', {}],
  ['minimax', { depth: 2 }],
  ['alphabeta', { nodes: 20000 }],
  ['best', { nodes: 20000 }],
  ['mcts', { playouts: 400 }],
  ['mcts:leaf=heuristic', { nodes: 4000 }],
];
/** The agent that asks a network, where the game has one: whole numbers, so it must play the same, too. */
const NETWORK: typeof AGENTS = [['nnue', { nodes: 20000 }]];
/** The levels that are asked, as far as a game has them. */
const LEVELS = [1, 3, 5, 7];
/** Plies played at random before the agents are asked. */
const OPENINGS = [0, 15];
const HASH = 32;

function native(setup: Setup, moves: string[], agent: string, limits: object, seed: number) {
  const args = ['best', setup.game, '--json', '--agent', agent, '--seed', `${seed}`, '--hash', `${HASH}`];
  for (const [name, value] of Object.entries(limits)) args.push(`--${name}`, `${value}`);
  for (const [name, value] of Object.entries(setup.options ?? {})) args.push('-o', `${name}=${value}`);
  if (moves.length) args.push('--moves', moves.join(' '));
  return JSON.parse(execFileSync(agon!, args, { encoding: 'utf8' }));
}

/** A line of random moves that ends at a player's turn before the end of the game. */
function opening(setup: Setup, plies: number): string[] {
  const rules = engine();
  const moves: string[] = [];
  const turn = () => ask<{ turn: string; outcome: unknown }>(rules, { ask: 'open', setup, moves });
  for (let ply = 0; ply < plies || turn().turn === 'chance'; ply++) {
    const move = ask<string | null>(rules, { ask: 'random', setup, moves, seed: ply + 1 });
    if (move === null) break;
    moves.push(move);
  }
  while (turn().outcome || turn().turn === 'chance') moves.pop();
  return moves;
}

// First, since all engines of this file share what was provided to one.
test('best and nnue wait for the network of their game, and no other agent does', () => {
  const fresh = engine();
  const request = (agent: string, options = {}) =>
    JSON.stringify({ setup: { game: 'crosphere', options }, moves: [], agent, limits: { nodes: 100 } });
  for (const agent of ['best', 'nnue', 'best:lines=2']) expect(fresh.missing(request(agent)), agent).toBe('crosphere.safetensors');
  for (const agent of ['hand', 'best:evaluation=hand', 'level:3', 'mcts']) expect(fresh.missing(request(agent)), agent).toBeUndefined();
  expect(fresh.missing(request('best', { size: '5', strong: '3' }))).toBeUndefined();
  const refused = 'the network `crosphere.safetensors` has not been loaded';
  expect(() => fresh.think(request('best'), { report: () => {} })).toThrow(refused);
  expect(() => fresh.provide('crosphere.safetensors', new Uint8Array(100))).toThrow('it is not the network');
});

describe('the same moves as on the command line', () => {
  beforeAll(() => {
    expect(agon, 'build it first: cargo build --package agon').toBeDefined();
  });

  const infos = ask<GameInfo[]>(engine(), { ask: 'games' });
  for (const info of infos) {
    for (const plies of OPENINGS) {
      test(`${info.name} after ${plies} plies`, { timeout: 120_000 }, () => {
        const setup = { game: info.name, options: usualOptions(info) };
        const moves = opening(setup, plies);
        const levels = LEVELS.filter((level) => level <= info.levels);
        const network = NETWORK.filter(([name]) => info.agents.some((agent) => agent.name === name));
        for (const [agent, limits] of [...AGENTS, ...network, ...levels.map((level) => [`level:${level}`, {}] as const)]) {
          const seed = 1 + 1000 * plies;
          const here = think({ setup, moves, agent, limits, seed, hash: HASH });
          const there = native(setup, moves, agent, limits, seed);
          const told = `${agent} with seed ${seed} after ${moves.join(' ')}`;
          expect([here.best, here.nodes, here.playouts], told).toEqual([there.move, there.nodes, there.playouts]);
          expect(here.pv, told).toEqual(there.pv);
        }
      });
    }
  }
});
