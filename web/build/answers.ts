// What a board needs to be shown at the usual start of a game, asked of the
// engine when the app is built: the page need not wait for the engine then.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';

import type { GameInfo } from '../src/engine/types';
import { usualOptions } from '../src/game/options';

const NAME = 'virtual:answers';

export function answers(): Plugin {
  let folder = '';
  return {
    name: 'agon-answers',
    configResolved(config) {
      folder = join(config.root, 'src/engine/pkg');
    },
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${NAME}`)) return;
      const ask = await engineIn(folder);
      const about = id.slice(NAME.length + 2);
      const games = JSON.parse(ask('{"ask":"games"}')) as GameInfo[];
      if (about) return `export default ${JSON.stringify(known(ask, requests(games.find(({ name }) => name === about))))}`;
      const parts = ['games', ...games.map(({ name }) => name)];
      return `export default { ${parts.map((part) => `${part}: () => import('${NAME}/${part}')`)} }`;
    },
  };
}

type Ask = (request: string) => string;

async function engineIn(folder: string): Promise<Ask> {
  const { Engine, initSync } = await import(pathToFileURL(join(folder, 'agon_wasm.js')).href);
  initSync({ module: readFileSync(join(folder, 'agon_wasm_bg.wasm')) });
  const engine = new Engine();
  return (request) => engine.ask(request);
}

/** What a page asks first, to the letter as it does. */
function requests(about: GameInfo | undefined): object[] {
  if (!about) return [{ ask: 'games' }];
  const setup = { game: about.name, options: usualOptions(about) };
  return [
    { ask: 'board', setup },
    { ask: 'open', setup, moves: [] },
    { ask: 'outlook', setup, moves: [], each: true },
  ];
}

function known(ask: Ask, requests: object[]): Record<string, string> {
  return Object.fromEntries(requests.map((request) => JSON.stringify(request)).map((request) => [request, ask(request)]));
}
