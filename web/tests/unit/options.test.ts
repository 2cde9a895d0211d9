import { describe, expect, test, vi } from 'vitest';

import type { GameInfo, OptionInfo } from '../../src/engine/types';
import { defaultOf, named, optionsOf, otherRuleset, otherVariants, usualOptions, valueOf, variantOf, withOption } from '../../src/game/options';
import { remembered } from '../../src/game/wishes';

const ruleset: OptionInfo = {
  name: 'ruleset',
  meaning: 'the rules that are played',
  allowed: 'one of new, old',
  kind: 'ruleset',
  choices: ['new', 'old'],
  default: 'old',
  usual: 'new',
  rulesets: [
    { name: 'new', meaning: 'as it is', defaults: { body: '12', goods: '360,480' } },
    { name: 'old', meaning: 'as it was', defaults: {} },
  ],
};
const body: OptionInfo = { name: 'body', meaning: 'bodies', allowed: 'numbers', kind: 'ints', min: 1, max: 9999, default: '5' };
const goods: OptionInfo = { ...body, name: 'goods', default: '350' };
const info = {
  name: 'ruled',
  options: [ruleset, body, goods],
  variants: [
    { name: 'new', meaning: 'the new rules', options: { ruleset: 'new' } },
    { name: 'old', meaning: 'the old rules', options: { ruleset: 'old' } },
    { name: 'long', meaning: 'a long game', options: { ruleset: 'old', body: '12' } },
  ],
  begins: 'two',
  levels: 10,
} as Partial<GameInfo> as GameInfo;
const plain = { ...info, name: 'plain', options: [body], variants: [] };

describe('a ruleset', () => {
  test('is named by whoever chooses nothing', () => {
    expect(usualOptions(info)).toEqual({ ruleset: 'new' });
    expect(usualOptions(plain)).toEqual({});
  });

  test('is the old one wherever none is named, never the usual one', () => {
    expect(named(info, {})).toEqual({ ruleset: 'old' });
    expect(named(info, { body: '3' })).toEqual({ ruleset: 'old', body: '3' });
    expect(named(info, { ruleset: 'new' })).toEqual({ ruleset: 'new' });
    expect(named(plain, { body: '3' })).toEqual({ body: '3' });
  });

  test('is told where it is not the usual one', () => {
    const told = (options: Record<string, string>) => otherRuleset(info, options)?.name;
    expect([told({ ruleset: 'new' }), told({ ruleset: 'old' }), told({})]).toEqual([undefined, 'old', 'old']);
    expect(otherRuleset(plain, {})).toBeUndefined();
  });

  test('has defaults of its own', () => {
    const shown = (options: Record<string, string>) => info.options.map((spec) => valueOf(info.options, options, spec));
    expect(shown({})).toEqual(['old', '5', '350']);
    expect(shown({ ruleset: 'new' })).toEqual(['new', '12', '360,480']);
    expect(shown({ ruleset: 'new', goods: '400' })).toEqual(['new', '12', '400']);
    expect(defaultOf(plain.options, {}, body)).toBe('5');
  });
});

describe('the form', () => {
  const set = (options: Record<string, string>, spec: OptionInfo, value: string) => withOption(info.options, options, spec, value);
  test('leaves out what the ruleset says already', () => {
    expect(set({ ruleset: 'new' }, body, '7')).toEqual({ ruleset: 'new', body: '7' });
    expect(set({ ruleset: 'new', body: '7' }, body, '12')).toEqual({ ruleset: 'new' });
    expect(set({ ruleset: 'new' }, body, '5')).toEqual({ ruleset: 'new', body: '5' });
  });
  test('begins anew with the defaults of another ruleset', () => {
    expect(set({ ruleset: 'new', body: '7', goods: '400' }, ruleset, 'old')).toEqual({ ruleset: 'old' });
  });
  test('knows variants and the usual rules by their options', () => {
    expect(['usual', 'old', 'long'].map((name) => variantOf(info, optionsOf(info, name)))).toEqual(['usual', 'old', 'long']);
    expect(variantOf(info, { ruleset: 'new', body: '7' })).toBe('own');
    expect(variantOf(plain, {})).toBe('usual');
    expect(otherVariants(info).map(({ name }) => name)).toEqual(['old', 'long']);
  });
});

describe('wishes', () => {
  const asked = (kept: object | null) => {
    vi.stubGlobal('localStorage', { getItem: () => kept && JSON.stringify(kept) });
    return remembered(info).options;
  };
  test('are for the usual rules at first, and if nothing was chosen', () => {
    expect(asked(null)).toEqual({ ruleset: 'new' });
    expect(asked({ options: {} })).toEqual({ ruleset: 'new' });
  });
  test('that were chosen before there were rulesets stay what they were', () => {
    expect(asked({ options: { body: '12' } })).toEqual({ ruleset: 'old', body: '12' });
    expect(asked({ options: { ruleset: 'new', body: '9' } })).toEqual({ ruleset: 'new', body: '9' });
  });
});

test('a link carries the ruleset, and one without it none', async () => {
  vi.stubGlobal('location', { hash: '', origin: '', pathname: '/' });
  vi.stubGlobal('window', { addEventListener: () => {} });
  const { linked, within } = await import('../../src/game/share');
  const address = within({ game: 'ruled', options: { ruleset: 'new', goods: '1,2' } }, ['a1a2', 'b1b2']);
  expect(address).toBe('#/ruled?o=ruleset%3Dnew+goods%3D1%2C2&m=a1a2+b1b2');
  const query = (text: string) => new URLSearchParams(text.split('?')[1]);
  expect(linked('ruled', query(address))).toMatchObject({ options: { ruleset: 'new', goods: '1,2' }, moves: [{ move: 'a1a2' }, { move: 'b1b2' }] });
  expect(linked('ruled', query('#/ruled?m=a1a2'))?.options).toEqual({});
  expect(linked('ruled', query('#/ruled?o=ruleset=old&m=T30@c1'))).toMatchObject({ options: { ruleset: 'old' }, moves: [{ move: 'T30@c1' }] });
});
