/** What kinds of requests the site answers in a visit; assets never reach it where a cache is in front. */
export const kinds = ["page", "answer", "lead"] as const;
export type Kind = (typeof kinds)[number];

/** What one request costs. */
export type RequestCost = {
  /** How many of them a visit has that leads to a lead. */
  perVisit: number;
  /** Processor time of the site's process, in milliseconds. */
  cpuMs: number;
  /** Processor time of the database's own processes, in milliseconds; none with SQLite. */
  databaseMs: number;
};

/** What a visit costs that leads to a lead, by measurement. */
export type Costs = {
  store: "sqlite" | "postgresql";
  requests: Record<Kind, RequestCost>;
  /** Deliveries, roll-up and the like, per visit: processor time of the site and of the database, in milliseconds. */
  afterwards: { cpuMs: number; databaseMs: number };
  /** Commits, counted as syncs of the disk while there is one visitor: each is kept by itself then. */
  commits: number;
  /** How long this disk takes to keep 4 KB for good, in milliseconds. */
  syncMs: number;
  rows: number;
  /** Bytes over the wire, HTML compressed, assets left out. */
  received: number;
  sent: number;
  /** Bytes that stay in the database, and that are written to its log. */
  stored: number;
  logged: number;
};

/** Processor time of a visit in the site's process, in milliseconds. */
export function cpuPerVisit({ requests, afterwards }: Costs): number {
  return sum(requests, "cpuMs") + afterwards.cpuMs;
}

/** Processor time of a visit in the database's processes, in milliseconds. */
export function databasePerVisit({ requests, afterwards }: Costs): number {
  return sum(requests, "databaseMs") + afterwards.databaseMs;
}

export function requestsPerVisit({ requests }: Costs): number {
  return kinds.reduce((total, kind) => total + requests[kind].perVisit, 0);
}

function sum(requests: Costs["requests"], what: "cpuMs" | "databaseMs"): number {
  return kinds.reduce((total, kind) => total + requests[kind].perVisit * requests[kind][what], 0);
}
