// The engine on the command line, and the one in the page.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, type Page } from '@playwright/test';

import type { Engine } from '../../src/engine/client';
import type { Setup } from '../../src/engine/types';

declare global {
  var agon: Engine;
}

const target = fileURLToPath(new URL('../../../target', import.meta.url));
const program = process.env.AGON ?? [`${target}/debug/agon`, `${target}/release/agon`].find(existsSync) ?? 'agon';

export const GAMES = ['rithmomachia', 'rhythmomachy', 'crosphere', 'andantino', 'tilesum'];

/** What the command line plays when nothing is said of options. */
export const usual = (game: string): Setup => ({ game, options: game === 'rithmomachia' ? { ruleset: 'modern' } : {} });

/** What `agon best` says. */
export function native(game: string, agent: string, limits: Record<string, number>): { move: string; nps: number } {
  const args = ['best', game, '--json', '--agent', agent, '--hash', '32'];
  for (const [name, value] of Object.entries(limits)) args.push(`--${name}`, `${value}`);
  return JSON.parse(execFileSync(program, args, { encoding: 'utf8' }));
}

/** Opens the app and waits for its engine. Nothing may be said on the console. */
export async function visit(page: Page, path = '/'): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') throw new Error(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(path);
  await ready(page);
}

/** Waits for the engine of a page that is being loaded. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => 'agon' in globalThis);
}

/** Waits until the service worker has everything and serves this page. */
export async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('agon-')).length)).toBe(1);
}
