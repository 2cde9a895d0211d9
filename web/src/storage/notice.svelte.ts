// What is said about storage: one quiet line at a time, which can be closed.

/** What is wrong, the gravest first. `forked`: a game went on in two tabs at once. */
const KINDS = ['blocked', 'full', 'newer', 'waiting', 'forked'] as const;
export type Kind = (typeof KINDS)[number];
/** What is not being kept. */
const WHAT = ['games', 'progress', 'settings'] as const;
export type What = (typeof WHAT)[number];

export interface Notice {
  kind: Kind;
  what: What[];
}

let all: Notice[] = $state.raw([]);
/** What has been said and closed is not said again on this visit. */
const closed = new Set<string>();

export const notice = {
  get now(): Notice | null {
    return all[0] ?? null;
  },
};

/** Says what is wrong, and what is not kept because of it. */
export function tell(kind: Kind, ...what: What[]) {
  const fresh = what.filter((thing) => !closed.has(`${kind} ${thing}`));
  if (what.length > 0 ? fresh.length === 0 : closed.has(kind)) return;
  const before = all.find((known) => known.kind === kind)?.what ?? [];
  const rest = all.filter((known) => known.kind !== kind);
  const now = [...rest, { kind, what: WHAT.filter((thing) => before.includes(thing) || fresh.includes(thing)) }];
  all = now.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** It is all right again. */
export function settled(kind: Kind, what?: What) {
  all = all.flatMap((known) => {
    if (known.kind !== kind) return known;
    const left = known.what.filter((thing) => thing !== what);
    return what && left.length > 0 ? { kind, what: left } : [];
  });
}

/** Closes the line that is shown. */
export function close() {
  const now = all[0];
  if (!now) return;
  if (now.kind !== 'forked') for (const thing of now.what.length > 0 ? now.what.map((what) => `${now.kind} ${what}`) : [now.kind]) closed.add(thing);
  all = all.slice(1);
}
