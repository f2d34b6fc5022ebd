import type { Scope, Snapshot } from "../../../services/observe/metrics.ts";

/** Messages between a worker and its supervisor. */
export type ToWorker = { metrics: Scope; question: number };
export type FromWorker = { ready: Ready } | { snapshot: Snapshot; question: number };

/** Sent once a worker serves. */
export type Ready = { port: number; welcome: string };

/** Environment variables that give a worker its number and the port that others already serve on. */
export const variables = { number: "CLAIMPATH_WORKER", port: "CLAIMPATH_WORKER_PORT" } as const;
