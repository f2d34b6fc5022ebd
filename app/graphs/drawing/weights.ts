/** How much of something a place or a way has. */
export type Weight = {
  /** Of the most that any has, 0 to 1: how strongly it is drawn. 0 is drawn as unused. */
  share: number;
  /** How a place ranks among all, 0 to 1: its color. Without it places are not colored. */
  heat?: number;
  /** Of a difference the side that has more of it; without it the line has the usual color. */
  more?: "a" | "b";
  /** A few characters to stand beside it: `1,204`, `12 %`. */
  text?: string;
};

/** Numbers on a chart, by the ids of its view's nodes and edges. They change looks only: nothing ever moves. */
export type Weights = { nodes?: Record<string, Weight>; edges?: Record<string, Weight> };
