import type { PlayerId, RecordTree } from '../engine/types';
import type { Seat } from './seats';
import type { Ended } from './session.svelte';
import type { ClockState } from './time';

/** A game as it is kept in the browser. */
export interface Saved {
  id: string;
  /** When it was last touched, in milliseconds. */
  when: number;
  record: RecordTree;
  /** The moves that lead to the position looked at. */
  at: string[];
  seats: Record<PlayerId, Seat>;
  clock: ClockState | null;
  ended: Ended | null;
}

const GAME = 'agon/game/';
const CURRENT = 'agon/current/';

/** A name for a new game. */
export function newId(game: string): string {
  return `${game}-${Date.now().toString(36)}-${Math.floor(Math.random() * 1296).toString(36)}`;
}

/** Keeps a game, and remembers that it is the one being played. False when the browser keeps nothing. */
export function save(saved: Saved): boolean {
  try {
    localStorage.setItem(GAME + saved.id, JSON.stringify(saved));
    localStorage.setItem(CURRENT + saved.record.game, saved.id);
    return true;
  } catch {
    return false;
  }
}

/** The game of this kind that was played last. */
export function current(game: string): Saved | null {
  const id = localStorage.getItem(CURRENT + game);
  return id === null ? null : load(id);
}

/** A kept game. */
export function load(id: string): Saved | null {
  try {
    return JSON.parse(localStorage.getItem(GAME + id) ?? 'null') as Saved | null;
  } catch {
    return null;
  }
}

/** Forgets a game. */
export function forget(id: string) {
  localStorage.removeItem(GAME + id);
}

/** All kept games of a kind that have a move, the latest first. */
export function kept(game: string): Saved[] {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(`${GAME}${game}-`));
  return ids
    .map((key) => load(key.slice(GAME.length)))
    .filter((saved): saved is Saved => saved !== null && saved.record.moves.length > 0)
    .sort((a, b) => b.when - a.when);
}
