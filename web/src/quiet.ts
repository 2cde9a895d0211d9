/** How long the page is left alone, in milliseconds: time to put a board on it. */
const FIRST = 1000;
/** After how much more time it is done in any case. */
const LATEST = 3000;

/** Does what can wait until a board has been shown, and the page has nothing else to do. */
export function whenQuiet(work: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LATEST });
    else work();
  }, FIRST);
}
