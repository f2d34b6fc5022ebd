import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../../test/support/postgres.ts";
import { sqlOn } from "../../../test/support/store-reader.ts";
import { sqliteSize } from "./samples.ts";

/** An empty store that can be asked how big it is, in bytes. */
export type MeasuredStore = {
  url: string;
  size(): Promise<{ database: number; log: number }>;
  [Symbol.asyncDispose](): Promise<void>;
};

export const stores = { sqlite, postgresql };

async function sqlite(): Promise<MeasuredStore> {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-soak-"));
  const file = join(folder, "claimpath.db");
  return {
    url: `file:${file}`,
    size: async () => sqliteSize(file),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Its write-ahead log is the server's, which keeps it as it is configured. */
async function postgresql(): Promise<MeasuredStore> {
  const server = await startPostgres();
  const url = await server.freshDatabase();
  return {
    url,
    size: async () => {
      const [row] = await sqlOn<{ size: string }>(url, "select pg_database_size(current_database()) as size");
      return { database: Number(row!.size), log: 0 };
    },
    [Symbol.asyncDispose]: server.stop,
  };
}
