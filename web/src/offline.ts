/** Lets the app work without a network from the next visit on. A page that could be played is not held up by it. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
      // Refused, as in a private window: then the app needs its network.
    });
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register, { once: true });
}
