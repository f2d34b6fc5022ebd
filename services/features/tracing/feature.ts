import type { Feature } from "../feature.ts";

/** Sends what each request, call and delivery took to a collector of traces, where one is configured. */
export const tracing: Feature = {
  name: "tracing",
  around: async ({ traces }, log) => {
    if (!traces) return undefined;
    const { startTracing } = await import("./start.ts");
    return startTracing(traces, log);
  },
};
