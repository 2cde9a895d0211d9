import { expect, test } from 'vitest';

import { Analysis } from '../../src/analysis/analysis.svelte';
import type { Session } from '../../src/game/session.svelte';
import { Tree } from '../../src/game/tree';

/** An analysis whose engine answers when it is told to, in any order. */
function waiting() {
  const answers: (() => void)[] = [];
  const open = (_: unknown, moves: string[]) =>
    new Promise((resolve) => answers.push(() => resolve(moves.join(' '))));
  const session = { node: new Tree().root, engine: { open }, setup: {} } as unknown as Session;
  return { analysis: new Analysis(session), answers };
}

test('a board that comes when the mouse has left is not shown', async () => {
  const { analysis, answers } = waiting();
  const shown = analysis.show(['a']);
  await analysis.show(null);
  answers[0]?.();
  await shown;
  expect(analysis.peek).toBeNull();
});

test('of two boards the one asked for last is shown, whichever comes first', async () => {
  const { analysis, answers } = waiting();
  const shown = [analysis.show(['a']), analysis.show(['b'])];
  answers[1]?.();
  answers[0]?.();
  await Promise.all(shown);
  expect(analysis.peek).toBe('b');
});
