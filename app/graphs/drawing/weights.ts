/** How a number is drawn on a node or edge. */
export type Weight = {
  /** Share of the largest number, 0 to 1: how strongly it is drawn. 0 is drawn as unused. */
  share: number;
  /** A node's rank among all, 0 to 1, which selects its color. Without it nodes are not colored. */
  heat?: number;
  /** In a comparison, the side that has more; without it the line has the default color. */
  more?: "a" | "b";
  /** A short label beside it: `1,204`, `12 %`. */
  text?: string;
};

/** Numbers on a chart, by the ids of its view's nodes and edges. They only change colors and widths: nothing moves. */
export type Weights = { nodes?: Record<string, Weight>; edges?: Record<string, Weight> };
