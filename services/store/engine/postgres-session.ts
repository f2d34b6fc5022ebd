import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Log } from "../../observe/log.ts";
import { sealing } from "../sealed/plugin.ts";
import { isNameTrouble } from "./failures.ts";
import { openPool } from "./postgres-pool.ts";
import type { Schema } from "./schema.ts";

/** A pooler hands another session to the second transaction sooner or later; at once where nobody else asks. */
const rounds = 5;

/**
 * Separate connections, straight to the server, for work without a time limit that changes its session: migrations,
 * `vacuum`. No time-outs; they end with the work, and with them all session settings.
 * @throws an Error in plain words where a pooler would give such a session to somebody else
 */
export async function inOwnSession<T>(
  url: string,
  log: Log,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  await demandSession(url);
  const pool = openPool(url, log, { max: 2, connectMs: 10_000 });
  // Not set at connecting, which poolers refuse. The role may have time-outs of its own.
  pool.on("connect", (client) => {
    client.query("set statement_timeout = 0; set lock_timeout = 0").catch(() => undefined);
  });
  const plugins = [new CamelCasePlugin(), sealing("closed")];
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Throws where a pooler in transaction mode (PgBouncer's `pool_mode = transaction`) answers at this address: a setting
 * of one session would apply to the next one on its connection.
 */
export async function demandSession(url: string): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 }));
  const [one, other] = clients as [pg.Client, pg.Client];
  for (const client of clients) client.on("error", () => undefined);
  try {
    // An address that nobody answers at is reported by the next that connects.
    const answers = await one.connect().then(
      () => true,
      () => false,
    );
    if (!answers) return;
    const first = await backendOf(one);
    // The server itself says at the beginning which of its processes this is, and a pooler whatever it likes.
    if ((one as { processID?: number }).processID === first) return;
    await other.connect();
    for (let round = 0; round < rounds; round++) {
      await other.query("begin");
      const second = await backendOf(other);
      const again = await backendOf(one);
      await other.query("commit");
      if (second === first || again !== first) throw new Error(pooled);
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** False where a pooler answers at this address that knows a session's prepared statements only as long as it likes. */
export async function keepsStatements(url: string): Promise<boolean> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 }));
  const [one, other] = clients as [pg.Client, pg.Client];
  for (const client of clients) client.on("error", () => undefined);
  try {
    await one.connect();
    if ((one as { processID?: number }).processID === (await backendOf(one))) return true;
    await other.connect();
    for (let round = 0; round < rounds; round++) {
      const statement = { name: `claimpath_${process.pid}_${round}`, text: "select 1" };
      for (const client of [one, other, one]) await client.query(statement);
    }
    return true;
  } catch (error) {
    if (isNameTrouble(error)) return false;
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

const pooled =
  "This address is a connection pooler in transaction mode, through which backups, migrations and maintenance would disturb other sessions: set DATABASE_DIRECT_URL to the database's own address.";

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}
