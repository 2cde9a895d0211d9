import { whenQuiet } from './quiet';

/** Lets the app work without a network from the next visit on. A page that could be played is not held up by it. */
export async function keepOffline(loaded: Promise<unknown>): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await loaded.catch(() => {});
  whenQuiet(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
      // Refused, as in a private window: then the app needs its network.
    });
  });
}
