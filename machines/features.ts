import { deadlineMachine } from "./features/deadline/deadline.ts";
import type { Charted } from "./graph/graph.ts";

/** Features' charts, a line each; services/features.ts and app/features.ts have the rest of what they bring. */
export const featureCharts: readonly (Pick<Charted, "machine"> & { source: string })[] = [
  { machine: deadlineMachine, source: "machines/features/deadline/deadline.ts" },
];
