import { deadlineMachine } from "./features/deadline/deadline.ts";
import type { Charted } from "./graph/graph.ts";

/** The charts that features bring, a line each; the rest of what they bring is in services/features.ts and app/features.ts. */
export const featureCharts: readonly (Pick<Charted, "machine"> & { source: string })[] = [
  { machine: deadlineMachine, source: "machines/features/deadline/deadline.ts" },
];
