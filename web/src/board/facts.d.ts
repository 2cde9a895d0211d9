import type { Point, Side } from '../engine/types';

/** Facts that a game may give beside what every game gives; the board draws them where they are. */
declare module '../engine/types' {
  interface Board {
    /** Stretches of the rim that belong to a side. */
    edges?: { side: Side; line: Point[] }[];
  }
  interface State {
    marks?: Mark[];
  }
  /** Something worth pointing out: a row of four, a piece in danger. */
  interface Mark {
    rule: string;
    side: Side;
    cells: number[];
    text: string;
  }
}
