/** A turn at something that only one tab may do at a time. */
export interface Turn {
  /** Another tab has just done it. */
  waited: boolean;
  end: () => void;
}

/** Waits until no other tab does it. Where the browser knows no locks, nobody waits. */
export async function turnAt(name: string): Promise<Turn> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return { waited: false, end: () => {} };
  const ask = (ifAvailable: boolean) =>
    new Promise<Turn | null>((done) => {
      const held = (lock: Lock | null) => (lock ? new Promise<void>((end) => done({ waited: !ifAvailable, end })) : done(null));
      // Refused, as in a page without an origin: then as if there were none.
      locks.request(name, { ifAvailable }, held).catch(() => done({ waited: false, end: () => {} }));
    });
  return (await ask(true)) ?? (await ask(false)) ?? { waited: false, end: () => {} };
}
