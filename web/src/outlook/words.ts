import type { ArrowSpec } from '../board/Arrow.svelte';
import type { Cast, GameInfo, Options, Outcome, Outlook, Part, Prospect, Prospects } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { percent as hundredths } from '../language/format';

/** Which part a cast of player two is, with these options and, if it is known, this agent. */
export function castOf(info: GameInfo, options: Options, agent: string | null): Cast | null {
  const value = (name: string) => options[name] ?? info.options.find((spec) => spec.name === name)?.default;
  const fits = info.casts.filter((cast) => Object.entries(cast.options).every(([name, wanted]) => value(name) === wanted));
  return fits.find((cast) => cast.agent !== null && cast.agent === agent) ?? fits.find((cast) => cast.agent === null) ?? null;
}

/** The part that player two takes in a game. */
export function castIn(session: Session): Cast | null {
  const seat = session.seats.two;
  return castOf(session.info, session.setup.options ?? {}, seat.kind === 'computer' ? seat.agent : null);
}

/** Whether the sides change after a game: not if the other side is no opponent. */
export function swaps(session: Session): boolean {
  const part = castIn(session)?.part;
  return part === undefined || part === 'adversary';
}

/** What can be reached against one kind of other side. */
export function against(outlook: Outlook | null, part: Part): Prospect | null {
  return outlook?.prospects.find((prospect) => prospect.part === part) ?? null;
}

/** The chance that player one wins, also where the game is over. */
export function chanceOf(outlook: Outlook | null, outcome: Outcome | null, part: Part): number | null {
  if (outcome) return outcome.winner === 'one' ? 1 : 0;
  const prospect = against(outlook, part);
  return prospect && prospect.wins / prospect.of;
}

/** A chance in hundredths; only what is certain is called 0 or 100. */
export function percent(wins: number, of: number): string {
  const share = wins / of;
  if (wins > 0 && share < 0.01) return hundredths(share, { maximumSignificantDigits: 1 });
  return hundredths(wins < of ? Math.min(0.99, share) : share);
}

/** An arrow for each move, with what it leads to; the best are strong. */
export function arrowsOf({ moves }: Prospects, part: Part, cellsOf: (move: string) => number[]): ArrowSpec[] {
  const worth = moves.map(({ outlook, outcome }) => (chanceOf(outlook, outcome, part) ?? 0) * 1e6 + (against(outlook, part)?.most ?? 0));
  const best = Math.max(...worth);
  return moves.flatMap(({ move, outlook, outcome }, index) => {
    const [cells, prospect] = [cellsOf(move), against(outlook, part)];
    if (cells.length < 2) return [];
    const label = outcome || !prospect ? (outcome?.winner === 'one' ? '✓' : '✗') : labelOf(prospect);
    return [{ cells, weight: worth[index] === best ? 1 : 0.25, label }];
  });
}

/** What a move leads to, in a few signs. */
function labelOf({ wins, of, most }: Prospect): string {
  return most === null ? percent(wins, of) : `${most} ${wins ? '✓' : '✗'}`;
}
