// What is made of the built app so that it loads soon and works offline: the
// engine is fetched early, a service worker knows every file, and what can be
// is compressed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

/** Alphabets that the app's own texts do not use: fetched when they are needed. */
const SELDOM = /-(cyrillic|greek|vietnamese)/;
/** What is worth compressing; pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(html|js|css|wasm|json|svg|webmanifest|txt)$/;
/** Smaller files gain nothing. */
const SMALLEST = 512;

export function offline(): Plugin {
  let folder = '';
  return {
    name: 'agon-offline',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    // The engine is asked for by a script; the browser need not wait for that to fetch it.
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.wasm'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
    closeBundle: {
      order: 'post',
      handler() {
        const files = list(folder);
        writeFileSync(join(folder, 'sw.js'), serviceWorker(folder, files));
        for (const file of [...files, '/sw.js']) compress(join(folder, file));
      },
    },
  };
}

/** The paths of all files in a folder, from `/`. */
function list(folder: string, prefix = ''): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? list(path, `${prefix}/${name}`) : [`${prefix}/${name}`];
    });
}

/** The service worker with its list; its version changes when any file does. */
function serviceWorker(folder: string, files: string[]): string {
  const kept = files.filter((file) => !SELDOM.test(file) && !file.endsWith('.map'));
  const source = readFileSync(fileURLToPath(new URL('./service-worker.js', import.meta.url)), 'utf8');
  const hash = createHash('sha256').update(source);
  for (const file of kept) hash.update(file).update(readFileSync(join(folder, file)));
  const version = hash.digest('hex').slice(0, 16);
  return source.replace("'__VERSION__'", `'${version}'`).replace('__FILES__', JSON.stringify(kept));
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  if (!COMPRESSIBLE.test(file) || bytes.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
