import type { Together } from "../../../services/metrics/registry.ts";

/** What a worker and its supervisor tell one another. */
export type ToWorker = { metrics: Together; question: number };
export type FromWorker = { ready: Ready } | { text: string; question: number };

/** Said once a worker serves. */
export type Ready = { port: number; welcome: string };

/** Variables by which a worker is told its number, and the port that others serve on already. */
export const variables = { number: "CLAIMPATH_WORKER", port: "CLAIMPATH_WORKER_PORT" } as const;
