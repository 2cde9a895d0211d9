// The engine in a real browser: it plays as on the command line, and whoever
// waits for it need not.

import { expect, test } from '@playwright/test';

import type { Setup } from '../../src/engine/types';
import { GAMES, native, usual, visit } from './agon';

const AGENTS: [agent: string, limits: { nodes?: number; playouts?: number }][] = [
  ['best', { nodes: 5000 }],
  ['mcts', { playouts: 200 }],
  ['level:3', {}],
];

test('plays the same moves as on the command line', async ({ page }) => {
  await visit(page);
  for (const game of GAMES) {
    for (const [agent, limits] of AGENTS) {
      const move = await page.evaluate(
        async ({ setup, agent, limits }) => (await agon.think(setup, [], agent, limits).result).best,
        { setup: usual(game), agent, limits },
      );
      expect(move, `${game}, ${agent}`).toBe(native(game, agent, limits).move);
    }
  }
});

/** How long it takes from `stop` to the answer, in milliseconds, when it has thought for so long. */
const stopAfter = async (thought: number) => {
  const thinking = agon.think({ game: 'rithmomachia' }, [], 'best', { timeMs: 60_000 });
  await new Promise((done) => setTimeout(done, thought));
  const begin = performance.now();
  thinking.stop();
  const report = await thinking.result;
  return { ms: performance.now() - begin, best: report.best };
};

for (const thought of [0, 30, 1000]) {
  test(`"move now" is answered within 100 ms after ${thought} ms`, async ({ page }) => {
    await visit(page);
    const legal = await page.evaluate(async () =>
      (await agon.open({ game: 'rithmomachia' }, [])).choices.map((choice) => choice.move),
    );
    const times: number[] = [];
    for (let trial = 0; trial < 5; trial++) {
      const { ms, best } = await page.evaluate(stopAfter, thought);
      expect(legal).toContain(best);
      times.push(ms);
    }
    // Other programs may hold up one of them.
    times.sort((a, b) => a - b);
    expect(times[2], `all: ${times}`).toBeLessThan(100);
  });
}

test('answers about the rules while it thinks, and thinks again after a stop', async ({ page }) => {
  await visit(page);
  const seen = await page.evaluate(async () => {
    const setup = { game: 'crosphere' };
    const thinking = agon.think(setup, [], 'mcts', { timeMs: 60_000 });
    let ended = false;
    void thinking.result.then(() => (ended = true));
    const line: string[] = [];
    while (line.length < 20) line.push((await agon.random(setup, line, line.length))!);
    const whileThinking = !ended;
    thinking.stop();
    const first = await thinking.result;
    const second = await agon.think(setup, line, 'best', { nodes: 2000 }).result;
    return { whileThinking, first: first.best, nodes: second.nodes };
  });
  expect(seen).toMatchObject({ whileThinking: true, nodes: 2000 });
});

test('reports on the way, and several searches go on at once', async ({ page }) => {
  await visit(page);
  const depths = await page.evaluate(async () => {
    const depths: number[][] = [[], []];
    const searches = ['andantino', 'rhythmomachy'].map(
      (game, at) => agon.think({ game }, [], 'best', { depth: 4 }, (report) => depths[at]!.push(report.depth)).result,
    );
    await Promise.all(searches);
    return depths;
  });
  for (const seen of depths) expect(seen.at(-1)).toBe(4);
});

test('what is wrong is told in one line, and a cancelled search says so', async ({ page }) => {
  await visit(page);
  const told = await page.evaluate(async () => {
    const message = (promise: Promise<unknown>) => promise.then(() => 'nothing', (error) => `${error.name}: ${error.message}`);
    const cancelled = agon.think({ game: 'andantino' }, [], 'best', { timeMs: 60_000 });
    setTimeout(() => cancelled.cancel(), 50);
    return [
      await message(agon.open({ game: 'chess' }, [])),
      await message(agon.think({ game: 'andantino' }, [], 'bests', {}).result),
      await message(cancelled.result),
    ];
  });
  expect(told).toEqual([
    expect.stringMatching(/^EngineError: there is no game `chess`; the games are .*$/),
    expect.stringMatching(/^EngineError: there is no agent `bests` for andantino; .*\(did you mean `best`\?\)$/),
    'EngineError: the search was cancelled',
  ]);
});

// Figures for people, not a bar: with AGON a release build they can be compared.
test('how fast it is beside the command line', async ({ page }) => {
  await visit(page);
  for (const game of GAMES) {
    const here = await page.evaluate(
      async (setup) => (await agon.think(setup, [], 'alphabeta', { timeMs: 700 }).result).nps,
      usual(game),
    );
    const there = native(game, 'alphabeta', { nodes: 100_000 }).nps;
    console.log(`${game}: ${here} nodes a second in the browser, ${there} on the command line`);
    expect(here).toBeGreaterThan(0);
  }
});

/** How long the eighth level, or a game's last, takes for each of the first moves of a game against itself, in milliseconds. */
const paceOfEight = async (setup: Setup) => {
  const level = Math.min(8, (await agon.games()).find((info) => info.name === setup.game)!.levels);
  const times: number[] = [];
  const line: string[] = [];
  for (let ply = 0; ply < 24; ply++) {
    if ((await agon.open(setup, line)).outcome) break;
    const begin = performance.now();
    line.push((await agon.think(setup, line, `level:${level}`, {}).result).best!);
    times.push(performance.now() - begin);
  }
  return { level, times };
};

// Up to level 8 nobody should wait for longer than a second. Figures for people, as above.
test('how long the eighth level thinks', async ({ page }) => {
  test.slow();
  await visit(page);
  for (const game of GAMES) {
    const { level, times } = await page.evaluate(paceOfEight, usual(game));
    times.sort((a, b) => a - b);
    const [median, longest] = [times[times.length >> 1]!, times.at(-1)!];
    console.log(`${game}, level ${level}: ${median.toFixed()} ms a move, ${longest.toFixed()} ms at the longest of ${times.length}`);
    expect(longest).toBeGreaterThan(0);
  }
});

test('that the engine could not be loaded is said beside the board', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto('/#/crosphere');
  await expect(page.locator('[data-cell]').first()).toBeAttached();
  await expect(page.getByRole('alert')).toHaveText('The engine could not be loaded: the server says 404');
});
