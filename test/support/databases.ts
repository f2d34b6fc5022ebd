import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import { openStore, type StoreOptions } from "../../services/store/store.ts";
import type { Store } from "../../services/store/types.ts";
import { startPostgres } from "./postgres.ts";

/** A place to make empty databases in; `freshUrl` gives a DATABASE_URL. */
export type DatabaseServer = { freshUrl(): Promise<string>; stop(): Promise<void> };

async function sqliteFolder(): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), "claimpath-sqlite-"));
  let files = 0;
  return {
    freshUrl: async () => `file:${join(folder, `${++files}`, "store.db")}`,
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function postgresServer(): Promise<DatabaseServer> {
  const server = await startPostgres();
  return { freshUrl: server.freshDatabase, stop: server.stop };
}

/** Both kinds of store: `describe.each(databases)("… on $name", ({ start }) => …)`. */
export const databases = [
  { name: "SQLite", start: sqliteFolder },
  { name: "PostgreSQL", start: postgresServer },
] as const;

/**
 * An empty store for each test of this block, by a clock that stands still until a test moves it.
 * @param began what the clock shows when a test begins
 */
export function freshStore(
  start: () => Promise<DatabaseServer>,
  options: Partial<StoreOptions> = {},
  began = 1_700_000_000_000,
) {
  /** The same store once more, as another process opens it. */
  const open = (more: Partial<StoreOptions> = {}) =>
    openStore({ url: on.url, now: () => on.now, log: silentLog, hashKey: "k", ...options, ...more });
  const on = { now: began, url: "", store: {} as Store, server: {} as DatabaseServer, open };
  beforeAll(async () => {
    on.server = await start();
  });
  afterAll(() => on.server.stop());
  beforeEach(async () => {
    on.now = began;
    on.url = await on.server.freshUrl();
    on.store = await open();
    return () => on.store.close();
  });
  return on;
}
