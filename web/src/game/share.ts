import type { RecordTree, Setup } from '../engine/types';
import { address, type Tab } from '../route.svelte';

/** A game in an address: options, position and moves, readable and without a server. */
export function link(setup: Setup, moves: string[]): string {
  return `${location.origin}${location.pathname}${within(setup, moves)}`;
}

/** The same within the app, for one of its pages. */
export function within({ game, options = {}, position }: Setup, moves: string[], tab: Tab = 'play'): string {
  const query = new URLSearchParams();
  const changed = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  if (changed.length > 0) query.set('o', changed.join(' '));
  if (position) query.set('p', position);
  if (moves.length > 0) query.set('m', moves.join(' '));
  const text = query.toString();
  return `${address(game, tab)}${text ? `?${text}` : ''}`;
}

/** The game that an address carries, if it carries one. */
export function linked(game: string, query: URLSearchParams): RecordTree | null {
  if (!query.has('o') && !query.has('p') && !query.has('m')) return null;
  const options = (query.get('o') ?? '').split(' ').filter(Boolean);
  const pairs = options.map((option): [string, string] => {
    const at = option.indexOf('=');
    return [option.slice(0, at), option.slice(at + 1)];
  });
  const moves = (query.get('m') ?? '').split(' ').filter(Boolean);
  return {
    game,
    options: Object.fromEntries(pairs),
    position: query.get('p') ?? undefined,
    tags: {},
    result: '*',
    moves: moves.map((move) => ({ move })),
  };
}
