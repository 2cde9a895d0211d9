// The log of a search: what it found on its way to a move. It is kept with the move.

import type { Found, Report } from '../engine/types';
import { isNumber, isObject, isTexts } from './check';

/** So many lines of a log are kept; what was found last counts most. */
const LINES = 24;
/** So many moves of a line. */
const MOVES = 8;

/** A log with one more report. A report that says no more than the last one takes its place. */
export function logged(log: Found[], report: Report): Found[] {
  const { depth, nodes, playouts, time, score, pv } = report;
  const next: Found = { depth, nodes, playouts, time: Math.round(time), score, pv: pv.slice(0, MOVES) };
  const last = log.at(-1);
  const same = last && last.depth === depth && last.pv.join() === next.pv.join();
  return [...(same ? log.slice(0, -1) : log), next].slice(-LINES);
}

const isScore = (value: unknown) => isObject(value) && (value['kind'] === 'cp' ? isNumber(value['value']) : (value['kind'] === 'win' || value['kind'] === 'loss') && isNumber(value['plies']));

/** Whether kept data is a log; one that makes no sense counts as absent. */
export function isFound(value: unknown): value is Found[] {
  const isLine = (line: unknown) =>
    isObject(line) && ['depth', 'nodes', 'playouts', 'time'].every((name) => isNumber(line[name])) && isScore(line['score']) && isTexts(line['pv']);
  return Array.isArray(value) && value.length > 0 && value.every(isLine);
}

/** How much of a search is done, from 0 to 1, so many milliseconds after it began; `null` where nothing says when it ends. */
export function progress(report: Report | null, elapsed: number): number | null {
  const limits = report?.limits;
  if (!report || !limits) return null;
  // Between two reports it goes on as fast as before.
  const now = (done: number) => (report.time > 0 ? done * Math.max(1, elapsed / report.time) : done);
  const { timeMs, nodes, playouts, depth } = limits;
  const shares = [timeMs ? elapsed / timeMs : 0, nodes ? now(report.nodes) / nodes : 0, playouts ? now(report.playouts) / playouts : 0];
  // A depth is the last to go by: each iteration takes longer than all before it.
  if (depth && Math.max(...shares) === 0) shares.push(report.depth / depth);
  const most = Math.max(...shares);
  return most > 0 ? Math.min(1, most) : null;
}
