import type { Session } from '../game/session.svelte';
import { settings } from '../settings.svelte';
import { tip, type Node } from '../game/tree';
import type { Drawer } from './Actions.svelte';

/** What keys can do on the table. */
export interface TableActions {
  undo(): void;
  flip(): void;
  hint(): void;
  threat(): void;
  drawer(name: Drawer): void;
  close(): void;
  word(): void;
  type(): void;
}

function sibling(node: Node, step: number): Node | undefined {
  const all = node.parent?.children ?? [];
  return all[all.indexOf(node) + step];
}

/** Keys that work anywhere on the table but in a field. */
export function shortcuts(event: KeyboardEvent, session: Session, actions: TableActions) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === 'Escape') return actions.close();
  if (event.target instanceof Element && event.target.matches('input, textarea, select')) return;
  const { node, tree } = session;
  const go = (target: Node | null | undefined) => target && void session.goTo(target);
  const keys: Record<string, () => unknown> = {
    ArrowLeft: () => go(node.parent),
    k: () => go(node.parent),
    ArrowRight: () => go(node.children[0]),
    j: () => go(node.children[0]),
    Home: () => go(tree.root),
    End: () => go(tip(node)),
    ArrowUp: () => go(sibling(node, -1)),
    ArrowDown: () => go(sibling(node, 1)),
    f: actions.flip,
    u: actions.undo,
    h: actions.hint,
    x: actions.threat,
    s: actions.word,
    n: () => actions.drawer('new'),
    m: () => (settings.sound = !settings.sound),
    '/': actions.type,
    '?': () => actions.drawer('keys'),
  };
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
