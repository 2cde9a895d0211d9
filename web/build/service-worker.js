// Keeps the app, the engine and the fonts, so that all of it works without a
// network after one visit. The build fills in the version and the files.

const VERSION = '__VERSION__';
const FILES = __FILES__;

const CACHE = `agon-${VERSION}`;
/** The version before is kept for pages that were opened with it. */
const KEPT = 2;
const PAGE = '/index.html';
const known = new Set(FILES);

addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(forget().then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && !url.pathname.split('/').pop().includes('.') && url.pathname !== '/health') {
    event.respondWith(page(request));
  } else if (known.has(url.pathname) || url.pathname.startsWith('/assets/')) {
    event.respondWith(file(request));
  }
});

/** Fetches the files of this version; those with a hash in their name are taken from the browser's own cache. */
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    FILES.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })),
  );
}

/** Deletes what no open page can need any more. Caches are listed in the order in which they were made. */
async function forget() {
  const old = (await caches.keys()).filter((name) => name.startsWith('agon-') && name !== CACHE);
  await Promise.all(old.slice(0, Math.max(0, old.length + 1 - KEPT)).map((name) => caches.delete(name)));
}

/** The page of this version, so that it fits its files; a newer one shows at the next load. */
async function page(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(PAGE)) ?? fetch(request);
}

/** A file of any version that is kept, else from the network; then it is kept too. */
async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}
