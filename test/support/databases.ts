import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import { openConnection } from "../../services/store/engine/connection.ts";
import { migrate } from "../../services/store/engine/migrate.ts";
import { openStore, type Store, type StoreOptions } from "../../services/store/store.ts";
import { type PostgresServer, rowsOf, startPostgres } from "./postgres.ts";
import { dataKey } from "./sealed.ts";

/** A place to make databases in. Both give a DATABASE_URL: of a store without rows, and of nothing at all. */
export type DatabaseServer = {
  freshUrl(): Promise<string>;
  emptyUrl(): Promise<string>;
  stop(): Promise<void>;
};

async function sqliteFolder(): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), "claimpath-sqlite-"));
  let files = 0;
  const emptyUrl = async () => `file:${join(folder, `${++files}`, "store.db")}`;
  return {
    emptyUrl,
    freshUrl: emptyUrl,
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * One server for all files that a worker runs, with a migrated database to copy: a copy takes a quarter of a migration.
 */
let ofWorker: Promise<{ server: PostgresServer; template: string }> | undefined;

async function postgresWithTemplate() {
  const server = await startPostgres();
  const template = await server.freshDatabase();
  const connection = await openConnection(template, silentLog);
  await migrate(connection);
  await connection.close();
  return { server, template: new URL(template).pathname.slice(1) };
}

async function postgresServer(): Promise<DatabaseServer> {
  ofWorker ??= postgresWithTemplate();
  const { server, template } = await ofWorker;
  const made: string[] = [];
  const make = async (copied?: string) => {
    const url = await server.freshDatabase(copied);
    made.push(new URL(url).pathname.slice(1));
    return url;
  };
  return {
    emptyUrl: () => make(),
    freshUrl: () => make(template),
    async stop() {
      for (const name of made) await rowsOf(server.address("postgres"), `drop database ${name} with (force)`);
    },
  };
}

/** For tests without SQL of their own; it takes a tenth of the time. */
export const sqlite = { name: "SQLite", start: sqliteFolder };
export const postgres = { name: "PostgreSQL", start: postgresServer };

/** Both kinds of store, for what has: `describe.each(databases)("… on $name", ({ start }) => …)`. */
export const databases = [sqlite, postgres] as const;

/** A place to make databases in while the tests of this block run. */
export function databasesOf(start: () => Promise<DatabaseServer>): Omit<DatabaseServer, "stop"> {
  let server: DatabaseServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.stop());
  return { freshUrl: () => server.freshUrl(), emptyUrl: () => server.emptyUrl() };
}

/** A store as one process opens it, by the machine's clock and sealed unless told otherwise: `dataKeys: []` seals nothing. */
export function storeAt(url: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  return openStore({ url, now: Date.now, log: silentLog, dataKeys: [dataKey], ...options });
}

/**
 * Empties a PostgreSQL store except for the rows of its migrations and its opening, bypassing references and the
 * triggers that keep evidence.
 */
const emptying = `do $$ declare each text; begin
  set local session_replication_role = replica;
  for each in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname !~ '^(kysely_migration.*|turns|store_keys)$'
  loop execute 'delete from ' || each; end loop; end $$`;

/**
 * An empty store for each test of this block, with a clock that only a test moves.
 * @param began the clock's time when a test begins
 */
export function freshStore(
  start: () => Promise<DatabaseServer>,
  options: Partial<StoreOptions> = {},
  began = 1_700_000_000_000,
) {
  /** The same store once more, as another process opens it. */
  const open = (more: Partial<StoreOptions> = {}) =>
    storeAt(on.url, { now: () => on.now, hashKey: "k", ...options, ...more });
  const on = { now: began, url: "", store: {} as Store, server: databasesOf(start), open };
  const begin = async () => {
    on.url = await on.server.freshUrl();
    on.store = await open();
  };
  beforeEach(() => {
    on.now = began;
  });
  if (start === postgres.start) {
    let own: { url: string; store: Store; cleaner: pg.Client };
    beforeAll(async () => {
      await begin();
      own = { url: on.url, store: on.store, cleaner: new pg.Client(on.url) };
      await own.cleaner.connect();
    });
    // Its connections are kept with their plans: opening another takes as long as a test.
    beforeEach(async () => {
      Object.assign(on, { url: own.url, store: own.store });
      await own.cleaner.query(emptying);
    });
    afterAll(() => Promise.all([own?.cleaner.end(), own?.store.close()]));
  } else
    beforeEach(async () => {
      await begin();
      return () => on.store.close();
    });
  return on;
}

/** The stores of two processes on one database, open while the tests of this block run. @param now of both */
export function twoStores(start: () => Promise<DatabaseServer>, now: () => number) {
  const server = databasesOf(start);
  const on = { url: "", stores: [] as Store[] };
  beforeAll(async () => {
    on.url = await server.freshUrl();
    const open = () => storeAt(on.url, { now, hashKey: "the same in all processes" });
    on.stores = [await open(), await open()];
  });
  afterAll(() => Promise.all(on.stores.map((store) => store.close())));
  return on;
}
