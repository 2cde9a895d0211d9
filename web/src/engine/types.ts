// The shapes of what the engine says. They are those of crates/core and
// crates/wasm, as JSON; no rule of any game is known here.

export type PlayerId = 'one' | 'two';
export type Side = PlayerId | 'neutral';

/** What a game says about itself, whatever its options. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  source: string;
  players: [string, string];
  /** The side whose pieces are written with capital letters, where pieces have letters. */
  capitals: PlayerId;
  /** Who makes the first move by the usual rules. */
  begins: PlayerId | null;
  moveHelp: string;
  positionHelp: string;
  options: OptionInfo[];
  variants: Variant[];
  reasons: { word: string; meaning: string }[];
  formats: Named[];
  agents: AgentInfo[];
  /** The highest level; levels begin at 1. */
  levels: number;
  /** The parts that player two can take, where that is more than to win. */
  casts: Cast[];
}

/** How a side can be played, other than well or badly. */
export type Part = 'adversary' | 'chance' | 'friend';

/** A part, and what it takes to play it. */
export interface Cast {
  part: Part;
  meaning: string;
  options: Options;
  /** `null` where any agent plays it, or nobody has to. */
  agent: string | null;
}

/** An agent; without an offer, only its text names it. */
export interface AgentInfo extends Named {
  offer?: Offer;
}

/** How an agent is offered to people who choose. */
export interface Offer {
  title: string;
  /** What it does, in a sentence. */
  about: string;
  /** The player of a paper. */
  paper: boolean;
  /** How much it may think: values of one of its parameters. */
  strength?: { parameter: string; values: string[]; usual: string };
}

export interface Named {
  name: string;
  meaning: string;
}

/** A setting of the rules; `allowed` says in words what it takes. */
export type OptionInfo = { name: string; meaning: string; default: string; allowed: string } & (
  | { kind: 'int' | 'ints'; min: number; max: number }
  | { kind: 'choice' | 'set'; choices: string[] }
  | { kind: 'ruleset'; choices: string[]; usual: string; rulesets: Ruleset[] }
);

/** A set of rules that people may choose; `default` of its option is what texts without one mean, `usual` what people get. */
export interface Ruleset extends Named {
  /** The defaults of other options, where they differ. */
  defaults: Options;
}

export type Options = Record<string, string>;

export interface Variant extends Named {
  options: Options;
}

/** The geometry of a board. */
export interface Board {
  width: number;
  height: number;
  cells: Cell[];
  labels: { text: string; at: Point }[];
  /** Stretches of the rim that belong to a side. */
  edges: { side: Side; line: Point[] }[];
}

export type Point = [number, number];

export interface Cell {
  name: string;
  centre: Point;
  polygon: Point[];
  tone: 'light' | 'dark';
}

/** What is to be seen in a position. Cells are numbers: places in `Board.cells`. */
export interface Scene {
  pieces: Placed[];
  hands: Hand[];
  counters: Counter[];
}

export type Shape = 'circle' | 'triangle' | 'square' | 'pyramid' | 'stone' | 'number' | 'tile';

export interface Piece {
  side: Side;
  shape: Shape;
  label?: string;
  /** What a stack is made of, from the bottom up. */
  layers?: { shape: Shape; label: string }[];
}

export interface Placed extends Piece {
  cell: number;
}

export interface Hand {
  player: PlayerId;
  piece: Piece;
  /** `null` when there is no end of them. */
  count: number | null;
}

export interface Counter {
  player: PlayerId | null;
  name: string;
  value: number;
  target: number | null;
}

/** A legal move and the gesture that makes it. */
export interface Choice {
  move: string;
  cells: number[];
  choice?: string;
}

/** One thing that a move did, and the rule by which. */
export interface Event {
  rule: string;
  text: string;
  cells: number[];
  effect: Effect;
}

export type Effect =
  | { place: { cell: number; piece: Piece } }
  | { move: { from: number; to: number } }
  | { remove: { cell: number } }
  | { change: { cell: number; piece: Piece } }
  | { end: { winner: PlayerId | null; reason: string } }
  | 'note';

/** The rules and the start of a game. */
export interface Setup {
  game: string;
  options?: Options;
  /** The usual start if absent. */
  position?: string;
}

/** A game as it stands. */
export interface State {
  /** The player to move. */
  turn: PlayerId | 'chance';
  /** Whether the players have exchanged sides: each then plays with the pieces of the other. */
  swapped: boolean;
  outcome: Outcome | null;
  choices: Choice[];
  /** The probability of each choice, at a turn of chance only. */
  chances?: number[];
  scene: Scene;
  /** What the last move did. */
  events: Event[];
  /** What a player would want to see: pieces in danger, lines, threats. */
  marks: Mark[];
  position: string;
  line: string[];
}

/** A fact about a position that is worth pointing out. */
export interface Mark {
  rule: string;
  /** Whose it is: who threatens, whose piece is in danger. */
  side: Side;
  /** The most important first. */
  cells: number[];
  /** One sentence. */
  text: string;
}

export interface Outcome {
  winner: PlayerId | null;
  reason: string;
  text: string;
  detail: string | null;
}

/** How surely player one wins. */
export type Verdict = 'forced' | 'luck' | 'friend' | 'lost' | 'unknown';

/** What is known for certain of what can still come. */
export interface Outlook {
  verdict: Verdict;
  /** The same in a sentence. */
  text: string;
  score: number;
  goal: number;
  /** The moves that player one still has. */
  left: number;
  /** By how the other side is played; those that would take too long are left out. */
  prospects: Prospect[];
}

export interface Prospect {
  part: Part;
  /** The chance that player one wins is exactly `wins / of`. */
  wins: number;
  of: number;
  /** The highest score that player one can be sure of. */
  most: number | null;
}

/** What is known for certain of a position, and after each move if that was asked; nothing where the game does not tell. */
export interface Prospects {
  here: Outlook | null;
  moves: { move: string; outlook: Outlook | null; outcome: Outcome | null }[];
}

/** A choice of options that makes a good puzzle. */
export interface Puzzle {
  options: [name: string, value: string][];
  outlook: Outlook;
}

/** What a position is worth to the player to move. */
/** `atMost`: the win or loss may come sooner than in so many plies. */
export type Score = { kind: 'cp'; value: number } | { kind: 'win' | 'loss'; plies: number; atMost?: true };

/** What a search has found. */
export interface Report {
  best: string | null;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  playouts: number;
  /** In milliseconds. */
  time: number;
  hashfull: number;
  /** The limits it keeps; clocks are not among them. */
  limits?: Pick<Limits, 'timeMs' | 'nodes' | 'depth' | 'playouts'>;
  score: Score;
  /** Winning chances of player one, from 0 to 1. */
  chance: number;
  pv: string[];
  /** The best lines, each with another first move, best first; empty where an agent does not keep them. */
  lines: { pv: string[]; score: Score; chance: number }[];
  /** What is known of each move, best first; empty where a search knows only of the best. */
  root: RootMove[];
}

export interface RootMove {
  move: string;
  visits: number;
  score: Score;
  chance: number;
}

/** How much may be thought; with nothing set, as much as the agent does by itself. */
export interface Limits {
  timeMs?: number;
  nodes?: number;
  depth?: number;
  playouts?: number;
  /** What the clocks show, player one's first. */
  clock?: { leftMs: [number, number]; incrementMs: [number, number] };
}

/** A game as a tree, as records hold it. */
export interface RecordTree extends RecordLine {
  game: string;
  options: Options;
  position?: string;
  /** All tags but those that the fields beside them hold. */
  tags: Record<string, string>;
  result: '1-0' | '0-1' | '1/2-1/2' | '*';
}

export interface RecordLine {
  /** What is said before the first move. */
  remark?: Remark;
  moves: RecordNode[];
}

export interface RecordNode {
  move: string;
  /** Annotations by their PGN number: 1 good, 2 mistake, 4 blunder, 6 inaccuracy. */
  glyphs?: number[];
  remark?: Remark;
  /** What the computer's search found on the way to this move; the engine does not read it. */
  found?: Found[];
  /** What could have been played instead of this move. */
  variations?: RecordLine[];
}

/** One line of the log of a search. */
export interface Found {
  depth: number;
  nodes: number;
  playouts: number;
  /** In milliseconds. */
  time: number;
  /** Of the player to move. */
  score: Score;
  pv: string[];
}

export interface Remark {
  text?: string;
  /** From player one's side: hundredths of a point, or plies to a win. */
  eval?: { cp: number } | { mate: number };
  depth?: number;
  /** In milliseconds. */
  time?: number;
}

/** A small search, told as a tree. All scores are from the side of the player who searches. */
export interface SearchTree {
  root: TreeNode;
  best: string;
  depth: number;
  nodes: number;
}

export interface TreeNode {
  /** Absent at the root. */
  move?: string;
  /** Who is to move here. */
  turn: PlayerId | 'chance';
  /** When it was reached, the root first with 0; of skipped moves, when they were skipped. */
  step: number;
  /** Absent if skipped. */
  score?: Score;
  bound?: 'exact' | 'atLeast' | 'atMost';
  /** Alpha-beta: what the searcher was sure of and what the opponent was, when it was reached; `null` if nothing yet. */
  window?: [Score | null, Score | null];
  /** Why the rest of the moves was skipped, in a sentence too. */
  cut?: { kind: 'alpha' | 'beta'; by: PlayerId; sure: Score; text: string };
  skipped?: true;
  outcome?: { winner: PlayerId | null; reason: string };
  /** Monte-Carlo: how often it was visited. */
  visits?: number;
  /** Player one's chance: by the score, or the mean of the visits. Absent if skipped. */
  chance?: number;
  /** Monte-Carlo: how many moves were never tried; they are not listed. */
  unseen?: number;
  children: TreeNode[];
}

export type Algorithm = 'minimax' | 'alphabeta' | 'mcts';

/** What positions of a game are set up from. */
export interface Kit {
  tray: Stock[];
  numbers: Field[];
}

/** A piece in the tray; the token is what the text of a position writes for it. */
export interface Stock extends Piece {
  token: string;
}

/** A number beside the board. */
export interface Field {
  player: PlayerId | null;
  name: string;
  least: number;
  most: number;
}

/** What a hand does when it sets up a position. */
export type Change =
  | { put: { cell: number; token: string } }
  | { move: { from: number; to: number } }
  | { remove: { cell: number } }
  | { turn: PlayerId }
  | { number: { index: number; value: number } }
  | 'clear';

/** A position in the making. */
export interface Drafted {
  position: string;
  /** Hands and counters only once it is a position. */
  scene: Scene;
  /** `null` where it follows from the board. */
  turn: PlayerId | null;
  /** In the order of the kit's. */
  numbers: number[];
  /** Why it is no position yet. */
  fault: string | null;
  /** How a game would have ended here. */
  outcome: Outcome | null;
}
