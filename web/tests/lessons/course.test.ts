// What the course finds out about a lesson: the move that is shown, the piece that is ringed, why a wrong move is wrong.

import { describe, expect, test, vi } from 'vitest';

vi.mock('../../src/sound', () => ({ sounds: { move: () => {} } }));

import type { Engine } from '../../src/engine/client';
import type { GameInfo } from '../../src/engine/types';
import { Course } from '../../src/lessons/course.svelte';
import { lessonsOf } from '../../src/lessons/lesson';
import { ask, engine } from '../engine/load';

const rules = engine();
const games = ask<GameInfo[]>(rules, { ask: 'games' });
/** The engine as the page has it, without a worker. */
const direct = {
  board: async (setup: unknown) => ask(rules, { ask: 'board', setup }),
  open: async (setup: unknown, moves: string[]) => ask(rules, { ask: 'open', setup, moves }),
  preview: async (setup: unknown, moves: string[], move: string) => ask(rules, { ask: 'preview', setup, moves, move }),
} as unknown as Engine;

async function courseOf(game: string, title: string) {
  const info = games.find(({ name }) => name === game) as GameInfo;
  const lessons = await lessonsOf(game);
  const course = new Course(direct, info, lessons);
  await new Promise((done) => setTimeout(done, 50));
  await course.go(lessons.findIndex(({ name }) => name === title));
  return course;
}

test.each(games)('every lesson of $name can be shown', async ({ name }) => {
  for (const lesson of await lessonsOf(name)) {
    const course = await courseOf(name, lesson.name);
    expect(course.right.length, lesson.name).toBeGreaterThan(0);
    await course.show();
    expect(course.told, lesson.name).not.toBeNull();
    // Shown is not done.
    expect(course.finished.has(lesson.name)).toBe(false);
  }
});

describe('a lesson', () => {
  test('rings the piece to move, on a part of the board, and says whose it is', async () => {
    const course = await courseOf('rithmomachia', 'Capture by assault');
    expect(course.board?.cells[course.piece ?? -1]?.name).toBe('d5');
    expect(course.lessonTurn).toBe(0);
    expect(course.own?.side).toBe('one');
    expect(course.keep).not.toBeNull();
  });

  test('does not give away where a stone is to be placed', async () => {
    expect((await courseOf('crosphere', 'Defence')).piece).toBeNull();
  });

  test('says what a wrong move does not do', async () => {
    const course = await courseOf('rithmomachia', 'Capture by assault');
    const wrong = course.state?.choices.find(({ move }) => !course.right.includes(move))?.move ?? '';
    await course.play(wrong);
    expect(course.wrong).toBe(`${wrong} is legal, but it captures nothing. Try again.`);
    expect(course.told).toBeNull();
  });

  test('says how a wrong move is answered', async () => {
    const course = await courseOf('crosphere', 'Defence');
    await course.play('Wa1');
    expect(course.wrong).toMatch(/^After Wa1, Pink plays [SW]c2 and wins/);
    await course.play('Wc2');
    expect(course.wrong).toBe('Wc2 makes Pink win. Try again.');
    await course.play('Sc2');
    expect(course.wrong).toBeNull();
    expect(course.finished.has('Defence')).toBe(true);
  });
});
