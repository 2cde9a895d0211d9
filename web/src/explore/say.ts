// What is going on in a search, in sentences.

import type { GameInfo, PlayerId, Score, TreeNode } from '../engine/types';
import { percent } from '../language/format';
import { say } from '../language/language.svelte';
import { text } from '../strings';
import type { Lecture } from './lecture.svelte';
import type { Known } from './walk';
import { movesOf } from './walk';
import { bound, worth } from './words';

/** What stands beside the board: the heading is the way to the position. */
export interface Telling {
  heading: string;
  lines: string[];
  /** Player one's chance that belongs to the value, where it has one. */
  chance: number | null;
}

const nameOf = ({ players }: GameInfo, turn: PlayerId | 'chance') => (turn === 'chance' ? text.chanceTurn : players[turn === 'one' ? 0 : 1]);

/** What is to be said of the position that is shown. */
export function tell(lecture: Lecture, info: GameInfo): Telling {
  const key = lecture.shown;
  const heading = key ? text.lecture.line(key) : text.lecture.here;
  if (lecture.isMonteCarlo) return { heading, ...ofVisits(lecture, info, key) };
  const known = lecture.known(key);
  const node = lecture.searched(key);
  const lines = lecture.looked === null ? ofStep(lecture, info) : ofNode(lecture, info, known, node);
  const isLooked = lecture.looked !== null && known?.score;
  if (isLooked || lecture.step?.kind !== 'leaf') lines.push(...ofBounds(lecture, info, known));
  return { heading, lines, chance: known?.done && node?.bound === 'exact' ? (node.chance ?? null) : null };
}

function ofStep(lecture: Lecture, info: GameInfo): string[] {
  const { step, root } = lecture;
  const words = text.lecture.say;
  if (!step || !root) return [words.ready];
  const name = nameOf(info, step.node.turn);
  const lines: string[] = [];
  if (step.kind === 'enter') lines.push(words.enter(name));
  if (step.kind === 'leaf' && step.node.score) lines.push(ending(info, step.node, step.node.score));
  if (step.kind === 'back' && step.child.score) {
    const [move, value] = [step.child.move ?? '', bound(step.child) + worth(step.child.score)];
    if (step.node.turn === 'chance') lines.push(words.average(move, value));
    else if (step.better) lines.push(words.better(move, value, name));
    else if (step.best) lines.push(words.same(move, value, name, worth(step.best)));
  }
  if (step.kind === 'cut') lines.push(words.cut(step.skipped), say(step.node.cut?.text ?? ''));
  if (lecture.at === lecture.total && root.score && lecture.best) lines.push(words.done(lecture.best, worth(root.score)));
  return lines;
}

function ending(info: GameInfo, { outcome }: TreeNode, score: Score): string {
  const words = text.lecture.say;
  if (!outcome) return words.judged(worth(score));
  return words.over(info.reasons.find(({ word }) => word === outcome.reason)?.meaning ?? say(outcome.reason), worth(score));
}

function ofNode(lecture: Lecture, info: GameInfo, known: Known | null, node: TreeNode | null): string[] {
  const words = text.lecture.say;
  if (lecture.looked !== null && lecture.isCut(lecture.looked)) return [words.skipped];
  if (!known || !node) return [words.notYet];
  if (!known.score) return [words.enter(nameOf(info, node.turn))];
  if (node.children.length === 0) return [ending(info, node, known.score)];
  const lines = [words.stands((known.done ? bound(node) : '') + worth(known.score), known.done)];
  if (known.skipped > 0) lines.push(words.cut(known.skipped), say(node.cut?.text ?? ''));
  return lines;
}

/** Alpha and beta, for the one algorithm that has them. */
function ofBounds(lecture: Lecture, info: GameInfo, known: Known | null): string[] {
  if (lecture.algorithm !== 'alphabeta' || !known || !lecture.root || lecture.at === 0) return [];
  const words = text.lecture.bounds;
  const [max, min] = lecture.root.turn === 'two' ? [info.players[1], info.players[0]] : info.players;
  const { alpha, beta } = known.bounds;
  return [
    alpha ? words.alpha(max, worth(alpha)) : words.noAlpha(max),
    beta ? words.beta(min, worth(beta)) : words.noBeta(min),
    known.skipped > 0 ? words.closed : words.open,
  ];
}

function ofVisits(lecture: Lecture, info: GameInfo, key: string): Omit<Telling, 'heading'> {
  const words = text.lecture.say;
  const node = lecture.visited(key);
  const stands = node ? words.visits(`${node.visits ?? 0}`, percent(node.chance ?? 0.5), info.players[0]) : words.notYet;
  const { visit } = lecture;
  if (lecture.looked !== null) return { lines: [stands], chance: null };
  if (!visit) return { lines: [words.ready], chance: null };
  const path = movesOf(visit.path).join(' ') || text.lecture.here;
  const result = visit.result > 0.75 ? words.won(info.players[0]) : visit.result < 0.25 ? words.won(info.players[1]) : words.drawn;
  const lines = [words.visit(path, visit.fresh), result, words.counted];
  if (lecture.at === lecture.total && !lecture.busy && lecture.best) lines.push(words.grown(lecture.best));
  return { lines, chance: null };
}
