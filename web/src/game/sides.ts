import type { PlayerId, State } from '../engine/types';

export const other = (player: PlayerId): PlayerId => (player === 'one' ? 'two' : 'one');

/** The side that a player plays in a position, which after a swap is the other's. As well the player of a side. */
export const sideIn = (state: State | null | undefined, player: PlayerId): PlayerId => (state?.swapped ? other(player) : player);

/** The side to move. */
export const sideToMove = (state: State): PlayerId | 'chance' => (state.turn === 'chance' ? 'chance' : sideIn(state, state.turn));
