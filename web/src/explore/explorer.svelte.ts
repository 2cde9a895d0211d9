import type { Algorithm, SearchTree, TreeNode } from '../engine/types';
import type { Session } from '../game/session.svelte';
import { movesTo } from '../game/tree';

/** A node of a search with the way to it. */
export interface Step {
  node: TreeNode;
  path: TreeNode[];
}

/** Milliseconds a step is shown when it runs by itself. */
const PACE = 700;

/** A small search, to be watched step by step. */
export class Explorer {
  algorithm: Algorithm = $state('alphabeta');
  depth = $state(2);
  nodes = $state(2000);
  tree: SearchTree | null = $state.raw(null);
  /** How deep the tree was to be; 0 where that was not asked for. */
  asked = $state(0);
  steps: Step[] = $state.raw([]);
  at = $state(0);
  busy = $state(false);
  running = $state(false);
  error: string | null = $state(null);
  /** Nodes opened or closed by hand. */
  opened: Map<TreeNode, boolean> = $state.raw(new Map());
  #timer = 0;

  constructor(private session: Session) {}

  /** Searches from the position looked at. */
  async run() {
    this.stop();
    this.busy = true;
    this.error = null;
    try {
      const { engine, setup, node } = this.session;
      const { algorithm, depth, nodes } = this;
      this.tree = await engine.searchTree(setup, movesTo(node), algorithm, { depth, nodes });
      this.asked = algorithm === 'mcts' ? 0 : depth;
      this.steps = inOrder(this.tree.root);
      this.opened = new Map();
      this.at = this.steps.length - 1;
    } catch (error) {
      this.error = (error as Error).message;
    }
    this.busy = false;
  }

  /** The node reached last. */
  get now(): Step | undefined {
    return this.steps[this.at];
  }

  /** Whether a node's children are shown: those on the way to the last one reached, or as set by hand. */
  isOpen(node: TreeNode): boolean {
    return this.opened.get(node) ?? this.now?.path.includes(node) ?? false;
  }

  toggle(node: TreeNode) {
    this.opened = new Map(this.opened).set(node, !this.isOpen(node));
  }

  /** Lets the search run before one's eyes, from the beginning if it is at its end. */
  play() {
    if (this.at >= this.steps.length - 1) this.at = 0;
    this.running = true;
    this.opened = new Map();
    this.#timer = window.setInterval(() => {
      if (this.at < this.steps.length - 1) this.at++;
      else this.stop();
    }, PACE);
  }

  /** A step on or back, at one's own pace. */
  step(by: number) {
    this.stop();
    this.opened = new Map();
    this.at = Math.max(0, Math.min(this.steps.length - 1, this.at + by));
  }

  stop() {
    window.clearInterval(this.#timer);
    this.running = false;
  }
}

/** All nodes in the order in which the search came to them. */
function inOrder(root: TreeNode): Step[] {
  const all: Step[] = [];
  const visit = (node: TreeNode, before: TreeNode[]) => {
    const path = [...before, node];
    all.push({ node, path });
    for (const child of node.children) visit(child, path);
  };
  visit(root, []);
  return all.sort((a, b) => a.node.step - b.node.step);
}
