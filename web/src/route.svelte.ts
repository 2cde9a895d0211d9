/** Where the person's record is, in place of a game. */
export const RECORD = 'record';
/** In an address, the wish for a new game. */
export const NEW = 'new';
/** The pages of a game that its header leads to. */
export const TABS = ['play', 'analyse', 'rules', 'learn', 'puzzles'] as const;
/** All pages that each game has. */
const PAGES = [...TABS, 'edit', 'explore'] as const;
export type Tab = (typeof PAGES)[number];

/** Where in the app one is; the address after `#`, so that no server has to know. */
export interface Route {
  game: string | null;
  tab: Tab;
  query: URLSearchParams;
}

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [game, tab] = path.split('/');
  return {
    game: game || null,
    tab: PAGES.find((known) => known === tab) ?? 'play',
    query: new URLSearchParams(query),
  };
}

let now: Route = $state.raw(read());
window.addEventListener('hashchange', () => (now = read()));

export const route = {
  get game() {
    return now.game;
  },
  get tab() {
    return now.tab;
  },
  get query() {
    return now.query;
  },
};

/** The address of a page. */
export function address(game: string, tab: Tab = 'play'): string {
  return tab === 'play' ? `#/${game}` : `#/${game}/${tab}`;
}

/** Goes to an address at once, not only when the browser says so. */
export function enter(path: string) {
  history.pushState(null, '', path);
  now = read();
}

/** Drops what a link carried once it has been read, without a new page. */
export function clearQuery() {
  history.replaceState(null, '', location.hash.split('?')[0]);
  now = read();
}
