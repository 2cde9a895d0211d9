import { describe, expect, test } from 'vitest';

import type { Report } from '../../src/engine/types';
import { isFound, logged, progress } from '../../src/game/found';
import { logTable } from '../../src/game/log';
import { isSame, merge } from '../../src/game/merge';
import { Tree } from '../../src/game/tree';
import { game } from './games';

const report = (rest: Partial<Report> = {}): Report => ({ best: 'a1', depth: 3, seldepth: 4, nodes: 500, nps: 1000, playouts: 0, time: 500, hashfull: 0, score: { kind: 'cp', value: 12 }, chance: 0.5, pv: ['a1', 'b2'], lines: [], root: [], ...rest });

describe('the log of a search', () => {
  test('has a line for each depth or new line, the last ones if there are many', () => {
    let log = logged([], report());
    log = logged(log, report({ nodes: 900 }));
    expect(log).toHaveLength(1);
    expect(log[0]?.nodes).toBe(900);
    log = logged(log, report({ depth: 4 }));
    log = logged(log, report({ depth: 4, pv: ['c3'] }));
    expect(log.map(({ depth, pv }) => [depth, pv.join(' ')])).toEqual([[3, 'a1 b2'], [4, 'a1 b2'], [4, 'c3']]);
    for (let depth = 5; depth < 100; depth++) log = logged(log, report({ depth }));
    expect(log).toHaveLength(24);
    expect(log.at(-1)?.depth).toBe(99);
  });
  test('stays with its move, in kept games and merged ones, and nonsense is left out', () => {
    const found = logged([], report());
    const tree = new Tree();
    tree.add(tree.root, 'a1').found = found;
    const again = new Tree();
    again.read(JSON.parse(JSON.stringify(tree.write())));
    expect(again.root.children[0]?.found).toEqual(found);
    const [plain, told] = [game(['a1']), game(['a1'])];
    told.record = { ...told.record, ...tree.write() };
    expect(merge(plain, told).saved.record.moves[0]?.found).toEqual(found);
    expect(isSame(merge(told, plain).saved, told)).toBe(true);
    again.read({ moves: [{ move: 'b2', found: [{ depth: 'deep' }] as never }] });
    expect(again.root.children[1]?.found).toBeUndefined();
    expect(isFound([{ ...found[0], score: { kind: 'win' } }])).toBe(false);
  });
  test('is saved as a table', () => {
    const tree = new Tree();
    expect(logTable(tree.root)).toBeNull();
    tree.add(tree.add(tree.root, 'a1'), 'b2').found = logged([], report({ score: { kind: 'win', plies: 3 } }));
    expect(logTable(tree.root)).toBe('ply,move,depth,score,value,nodes,playouts,ms,line\r\n2,b2,3,win,3,500,0,500,a1 b2\r\n');
  });
});

describe('progress', () => {
  const done = (limits: Report['limits'], elapsed = 500, rest: Partial<Report> = {}) => progress(report({ limits, ...rest }), elapsed);
  test('goes by whatever ends the search', () => {
    expect(done({ timeMs: 2000 })).toBe(0.25);
    expect(done({ nodes: 1000 })).toBe(0.5);
    expect(done({ playouts: 100 }, 500, { playouts: 20 })).toBe(0.2);
    expect(done({ depth: 6 })).toBe(0.5);
    expect(done({ nodes: 1000, depth: 127, timeMs: 600 })).toBeCloseTo(0.833, 2);
  });
  test('goes on between reports, and never past the end', () => {
    expect(done({ nodes: 1000 }, 750)).toBe(0.75);
    expect(done({ nodes: 1000 }, 7500)).toBe(1);
  });
  test('is unknown where nothing says when the search ends', () => {
    expect(progress(null, 100)).toBeNull();
    expect(done(undefined)).toBeNull();
    expect(done({})).toBeNull();
  });
});
