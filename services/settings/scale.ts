import type * as z from "zod";
import * as is from "./kinds.ts";

/** Settings for many visitors: more than one process, what they ask of PostgreSQL, and a cache in front. */
export const scaleShape = {
  WORKERS: is.wholeNumber(1, 64).default(1),
  DATABASE_POOL_SIZE: is.wholeNumber(2, 200).default(10),
  OUTBOX_AT_ONCE: is.wholeNumber(1, 200).default(8),
  DATABASE_DIRECT_URL: is.postgresUrl.optional(),
  REPLICA_URL: is.postgresUrl.optional(),
  SHARED_CACHE_SECONDS: is.wholeNumber(0, 24 * 60 * 60).default(0),
};

type Checked = z.infer<z.ZodObject<typeof scaleShape>>;

export function scaleSettings(given: Checked) {
  return {
    /** Processes that serve on one port. */
    workers: given.WORKERS,
    /** Connections to PostgreSQL that one process opens at most. */
    databasePoolSize: given.DATABASE_POOL_SIZE,
    /** Messages that one process sends to one destination at the same time. */
    outboxAtOnce: given.OUTBOX_AT_ONCE,
    /** The database itself, where DATABASE_URL is a connection pooler in front of it. */
    databaseDirectUrl: given.DATABASE_DIRECT_URL,
    /** Where the analysts' numbers are read; undefined: in the lead store itself. */
    replicaUrl: given.REPLICA_URL,
    /** For how long a cache in front may keep what is the same for everybody; 0: not at all. */
    sharedCacheSeconds: given.SHARED_CACHE_SECONDS,
  };
}

export function scaleFaults(given: Checked & { DATABASE_URL: string }): string[] {
  if (!given.DATABASE_URL.startsWith("file:")) return [];
  const faults: string[] = [];
  if (given.WORKERS > 1) {
    faults.push("WORKERS must be 1 while DATABASE_URL is a file, which has one writer at a time");
  }
  if (given.DATABASE_DIRECT_URL) {
    faults.push("DATABASE_DIRECT_URL must not be set while DATABASE_URL is a file");
  }
  if (given.REPLICA_URL) faults.push("REPLICA_URL must not be set while DATABASE_URL is a file");
  return faults;
}
