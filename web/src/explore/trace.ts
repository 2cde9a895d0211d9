// Logs of searches, as `agon best --trace` and UGI write them (docs/trace.md), read as trees.

import type { PlayerId, Score, SearchTree, TreeNode } from '../engine/types';

/** The log of one search. */
export interface TraceFile {
  game: string;
  /** The game's options as text, those that differ from their defaults. */
  options: string;
  /** Where the game began, if not from the usual start. */
  start: string | null;
  /** The moves that were played before the search. */
  moves: string[];
  agent: string;
  /** The tree of the last completed iteration, or the tree of a search that counts visits. */
  tree: SearchTree;
  /** What was reported while it searched. */
  progress: Progress[];
  /** Positions that the log had no room for. */
  leftOut: number;
}

export interface Progress {
  depth: number;
  nodes: number;
  playouts: number;
  seconds: number;
  score: Score;
  pv: string[];
}

/** The version of the format that is read. */
const VERSION = 1;

type Json = Record<string, unknown>;

/** A node of the log with its place among all. */
interface Logged {
  node: TreeNode;
  parent: number | null;
  iteration: number;
}

/** A file that is no log, or a damaged one: what is wrong with it, and in which line. */
export class TraceError extends Error {
  constructor(
    readonly kind: 'foreign' | 'version' | 'damaged' | 'empty',
    readonly line: number,
  ) {
    super(`${kind}, line ${line}`);
  }
}

/** Reads the last search of a file. */
export function readTrace(text: string): TraceFile {
  let header: Json | null = null;
  let began = 0;
  let nodes: Logged[] = [];
  let progress: Progress[] = [];
  let result: Json | null = null;
  for (const [at, line] of text.replace(/^\uFEFF/, '').split('\n').entries()) {
    if (line.trim() === '') continue;
    const json = parse(line, at + 1, header !== null);
    if ('trace' in json) {
      if (json.trace !== VERSION) throw new TraceError('version', at + 1);
      [header, began, nodes, progress, result] = [json, at + 1, [], [], null];
    } else if (header === null) throw new TraceError('foreign', at + 1);
    else if ('node' in json) nodes.push(logged(json, nodes, at + 1));
    else if ('progress' in json) progress.push(heard(object(json.progress, at + 1), at + 1));
    else if ('result' in json) result = object(json.result, at + 1);
  }
  if (header === null) throw new TraceError('empty', 1);
  // A search that was killed has no result; what it wrote is shown all the same.
  const end = result ?? {};
  const last = progress.at(-1);
  const root = assemble(nodes, header.player === 2 ? 'two' : 'one', typeof end.depth === 'number' ? end.depth : null);
  const score = 'score' in end ? scoreOf(end.score, began) : last?.score;
  if (score) root.score = score;
  return {
    game: string(header.game, began),
    options: string(header.options, began),
    start: header.start === null || header.start === undefined ? null : string(header.start, began),
    moves: strings(header.moves, began),
    agent: string(header.agent, began),
    tree: {
      root,
      best: typeof end.move === 'string' ? end.move : (last?.pv[0] ?? ''),
      depth: typeof end.depth === 'number' ? end.depth : (last?.depth ?? 0),
      nodes: typeof end.nodes === 'number' ? end.nodes : nodes.length,
    },
    progress,
    leftOut: typeof end.left_out === 'number' ? end.left_out : 0,
  };
}

/** The nodes of the last completed iteration under one root; of a move that was searched again, the last search counts. */
function assemble(nodes: Logged[], player: PlayerId, completed: number | null): TreeNode {
  const root: TreeNode = { turn: player, step: 0, bound: 'exact', children: [] };
  const begun = nodes.reduce((most, { iteration }) => Math.max(most, iteration), 0);
  const last = completed === null ? begun : Math.min(begun, completed);
  const places = new Map<TreeNode, Map<string, number>>();
  for (const { node, parent, iteration } of nodes) {
    // A tree that counts visits has no iterations.
    if (iteration !== last && iteration > 0) continue;
    const above = parent === null ? root : (nodes[parent]?.node ?? root);
    const known = places.get(above) ?? new Map<string, number>();
    places.set(above, known);
    const place = known.get(node.move ?? '');
    if (place === undefined) known.set(node.move ?? '', above.children.push(node) - 1);
    else above.children[place] = node;
  }
  if (root.children.some(({ visits }) => visits !== undefined)) {
    root.visits = root.children.reduce((sum, { visits }) => sum + (visits ?? 0), 0);
  }
  return numbered(root);
}

/** Steps without gaps, so that the explorer can go through them one by one. */
function numbered(root: TreeNode): TreeNode {
  const all: TreeNode[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    all.push(node);
    open.push(...node.children);
  }
  all.sort((a, b) => (a === root ? -1 : b === root ? 1 : a.step - b.step));
  all.forEach((node, step) => (node.step = step));
  return root;
}

function logged(json: Json, before: Logged[], line: number): Logged {
  const parent = json.parent === null ? null : number(json.parent, line);
  if (json.node !== before.length || (parent !== null && !(parent >= 0 && parent < before.length))) {
    throw new TraceError('damaged', line);
  }
  const node: TreeNode = {
    move: string(json.move, line),
    turn: json.turn === 'chance' ? 'chance' : json.turn === 2 ? 'two' : 'one',
    step: before.length + 1,
    score: scoreOf(json.score, line),
    bound: json.bound === 'atLeast' || json.bound === 'atMost' ? json.bound : 'exact',
    children: [],
  };
  if (Array.isArray(json.window) && json.window.length === 2) {
    const edge = (value: unknown) => (value === null ? null : scoreOf(value, line));
    node.window = [edge(json.window[0]), edge(json.window[1])];
  }
  if (typeof json.visits === 'number') node.visits = json.visits;
  if (typeof json.chance === 'number') node.chance = json.chance;
  return { node, parent, iteration: typeof json.iteration === 'number' ? json.iteration : 0 };
}

function heard(json: Json, line: number): Progress {
  return {
    depth: number(json.depth, line),
    nodes: number(json.nodes, line),
    playouts: number(json.playouts, line),
    seconds: number(json.seconds, line),
    score: scoreOf(json.score, line),
    pv: strings(json.pv, line),
  };
}

function scoreOf(value: unknown, line: number): Score {
  const json = object(value, line);
  if (typeof json.cp === 'number') return { kind: 'cp', value: json.cp };
  // A loss in no plies at all is written as -0, which JSON keeps as 0: whoever is mated has lost.
  const mate = number(json.mate, line);
  return mate > 0 ? { kind: 'win', plies: mate } : { kind: 'loss', plies: -mate };
}

function parse(line: string, at: number, known: boolean): Json {
  try {
    return object(JSON.parse(line), at);
  } catch {
    throw new TraceError(known ? 'damaged' : 'foreign', at);
  }
}

function object(value: unknown, line: number): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TraceError('damaged', line);
  return value as Json;
}

function string(value: unknown, line: number): string {
  if (typeof value !== 'string') throw new TraceError('damaged', line);
  return value;
}

function number(value: unknown, line: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TraceError('damaged', line);
  return value;
}

function strings(value: unknown, line: number): string[] {
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) throw new TraceError('damaged', line);
  return value as string[];
}
