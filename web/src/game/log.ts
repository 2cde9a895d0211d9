import { csv } from './csv';
import { mainline, type Node } from './tree';

/** The logs of the moves of a game's main line as a table; `null` where there are none. */
export function logTable(root: Node): string | null {
  const rows = mainline(root).flatMap(({ move, found = [] }, index) =>
    found.map(({ depth, nodes, playouts, time, score, pv }) => [index + 1, move, depth, score.kind, score.kind === 'cp' ? score.value : score.plies, nodes, playouts, time, pv.join(' ')]),
  );
  return rows.length > 0 ? csv([['ply', 'move', 'depth', 'score', 'value', 'nodes', 'playouts', 'ms', 'line'], ...rows]) : null;
}
