import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
