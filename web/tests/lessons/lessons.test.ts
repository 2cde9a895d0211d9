// Every lesson can be done: the engine accepts its position, and some legal
// move does what is asked for, while not every move does unless any will do.

import { expect, test } from 'vitest';

import type { Event, GameInfo, State } from '../../src/engine/types';
import { lessonsOf, meets, setupOf } from '../../src/lessons/lesson';
import { ask, engine } from '../engine/load';

const rules = engine();
const games = ask<GameInfo[]>(rules, { ask: 'games' });

test.each(games)('the lessons of $name can be done', async (info) => {
  const lessons = await lessonsOf(info.name);
  expect(lessons.length).toBeGreaterThan(3);
  for (const lesson of lessons) {
    const [setup, moves] = [setupOf(info, lesson), lesson.moves ?? []];
    const { choices } = ask<State>(rules, { ask: 'open', setup, moves });
    const right = choices.filter(({ move }) => meets(lesson.expect, move, ask<Event[]>(rules, { ask: 'preview', setup, moves, move })));
    expect(right.length, lesson.title).toBeGreaterThan(0);
    if (!('any' in lesson.expect)) expect(right.length, `${lesson.title} asks for something`).toBeLessThan(choices.length);
  }
});
