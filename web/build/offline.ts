// What is made of the built app so that it loads soon and works offline: the
// page names what it will need, a service worker knows every file, and what can
// be is compressed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** Alphabets that the app's own texts do not use: fetched when they are needed. */
const SELDOM = /-(cyrillic|greek|vietnamese)/;
/** What is worth compressing; pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(html|js|css|wasm|safetensors|json|svg|webmanifest|txt)$/;
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
    // The first script asks for the app, and the style sheet for fonts; the browser need not wait for that.
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => [
        ...scripts(bundle)
          .filter((file) => !html.includes(file))
          .map((file) => preload('modulepreload', file)),
        ...Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => preload('preload', file, { as: 'font', type: 'font/woff2' })),
      ],
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

/** The scripts of the app that the first one asks for at once, with all that they import. */
function scripts(bundle: Bundle): string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (found.has(file) || chunk?.type !== 'chunk') return;
    found.add(file);
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.name === 'page') add(chunk.fileName);
  return [...found];
}

/** A line of the page's head that names a file. */
function preload(rel: string, file: string, more: Record<string, string> = {}): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, href: `/${file}`, crossorigin: true, ...more }, injectTo: 'head' };
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
