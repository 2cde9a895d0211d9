// Boards on a rules page. A fence says what its drawing shows, for example
//
//     ```board options="size=3" position="3/W,P,1/3 G" move="Wc2"
//
// `after` are moves that lead there and `move` is the one to try. All four may be
// left out, and ` | ` stands between several boards. Whoever reads the page as
// plain Markdown sees the drawing; the app puts boards in its place.

import type { Options, Setup } from '../engine/types';

/** A position of the page, and the move that it is about. */
export interface BoardSpec {
  options: Options | null;
  position: string | undefined;
  after: string[];
  move: string | null;
}

const words = (text: string | undefined) => (text ?? '').split(' ').filter(Boolean);

/** The boards that a fence asks for; `null` where it is an ordinary one. */
export function boardsOf(fence: string): BoardSpec[] | null {
  const found = /^board(?: (.*))?$/.exec(fence.trim());
  if (!found) return null;
  return (found[1] ?? '').split(' | ').map((part) => {
    const fields = new Map([...part.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]): [string, string] => [name ?? '', value ?? '']));
    const options = words(fields.get('options')).map((option): [string, string] => {
      const at = option.indexOf('=');
      return [option.slice(0, at), option.slice(at + 1)];
    });
    return {
      options: options.length > 0 ? Object.fromEntries(options) : null,
      position: fields.get('position'),
      after: words(fields.get('after')),
      move: fields.get('move') ?? null,
    };
  });
}

/** The game in which a board stands: by the usual rules, unless it has options. */
export function setupFor(game: string, usual: Options, { options, position }: BoardSpec): Setup {
  return { game, options: options ?? usual, position };
}
