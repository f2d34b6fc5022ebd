import { createHash } from "node:crypto";
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import type { Log } from "../observe/log.ts";
import type { Connection, ConnectionOptions } from "./connection.ts";
import { asStoreError, codeOf } from "./failures.ts";
import { type IsServed, openPool, withDeadline } from "./postgres-pool.ts";
import { inOwnSession } from "./postgres-session.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import type { Schema } from "./schema.ts";
import { type Bound, type Compiled, preparing, type Work } from "./statements.ts";

type Client = Awaited<ReturnType<ReturnType<typeof withDeadline>["connect"]>>;

/** Hashes of the texts, so that a name never means two statements, also behind a connection pooler. */
const names = new WeakMap<Compiled, string>();

function nameOf(statement: Compiled): string {
  const known = names.get(statement);
  if (known) return known;
  const name = createHash("sha256").update(statement.sql).digest("hex").slice(0, 32);
  names.set(statement, name);
  return name;
}

async function rowsOf(client: Client, { statement, values }: Bound, isNamed: boolean): Promise<unknown[]> {
  const name = isNamed ? nameOf(statement) : undefined;
  const { fields, rows } = await client.prepared({ name, text: statement.sql, values });
  return statement.rows(() => fields.map(({ name }) => name), rows);
}

async function driven<Result>(client: Client, work: () => Work<Result>, isNamed: boolean): Promise<Result> {
  const steps = work();
  let step = steps.next();
  while (!step.done) step = steps.next(await rowsOf(client, step.value, isNamed));
  return step.value;
}

async function inTransaction<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // Where the connection is lost there is nothing to roll back.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/**
 * What a pooler answers that gives each transaction another session and knows nothing of prepared statements (PgBouncer
 * below 1.21): one is not there, or already. Nothing was done then, and from now on statements go without names.
 */
const unknownNames = ["26000", "42P05"];

/** Longest work on one statement, in milliseconds. */
const statementMs = 10_000;

/** A look is worth no longer wait than this, in milliseconds. */
const lookMs = 1_500;
/** So long a look whose answer did not come keeps its connection at most, in milliseconds. */
const lookKeptMs = 30_000;

export function openPostgres(
  url: string,
  log: Log,
  { sealing, poolSize = 10, directUrl = url }: ConnectionOptions = {},
): Connection {
  const plugins = [new CamelCasePlugin(), ...(sealing ? [sealing] : [])];
  const kyselyOn = (clients: ReturnType<typeof withDeadline>) =>
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: clients as unknown as PostgresPool }),
      plugins,
    });
  // One connection aside from the others: how the server is must be known also while all of those wait.
  const aside = openPool(url, log, { max: 1, connectMs: lookMs });
  const looks = kyselyOn(withDeadline(aside, lookMs, async (_id, lostMs) => lostMs < lookKeptMs));
  const isServed: IsServed = async (processId) => {
    try {
      const { rows } = await sql`select 1 from pg_stat_activity where pid = ${processId}`.execute(looks);
      return rows.length > 0;
    } catch {
      // Where the server cannot be asked, a new connection could not be had either.
      return true;
    }
  };
  const pool = openPool(url, log, {
    max: poolSize,
    connectMs: 3_000,
    session: { lock_timeout: 1_000, statement_timeout: statementMs },
  });
  const clients = withDeadline(pool, statementMs + 2_000, isServed);
  const db = kyselyOn(clients);
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await retryWhileBusy(work, performance.now());
    } catch (error) {
      throw asStoreError(error);
    }
  };
  let isNamed = true;
  const withClient = <T>(work: (client: Client, isNamed: boolean) => Promise<T>) =>
    attempt(async () => {
      const client = await clients.connect();
      const named = isNamed;
      try {
        return await work(client, named).catch((error: unknown) => {
          if (!named || !unknownNames.includes(codeOf(error))) throw error;
          if (isNamed) log("store.statements_unnamed");
          isNamed = false;
          return work(client, false);
        });
      } finally {
        client.release();
      }
    });
  const maintain: Connection["maintain"] = (work) => attempt(() => inOwnSession(directUrl, log, work));
  return {
    kind: "postgres",
    db,
    prepare: preparing(db, sealing),
    query: (bound) => withClient((client, isNamed) => rowsOf(client, bound, isNamed)) as never,
    transact: (work, oneStatement = false) =>
      withClient((client, isNamed) =>
        oneStatement
          ? driven(client, work, isNamed)
          : inTransaction(client, () => driven(client, work, isNamed)),
      ),
    read: (work) => attempt(() => work(db)),
    look: (work) => attempt(() => work(looks)),
    write: (work) => attempt(() => db.transaction().execute(work)),
    maintain,
    verifyDurability: () =>
      attempt(async () => {
        const shown = await sql<{ synchronousCommit: string }>`show synchronous_commit`.execute(db);
        if (shown.rows[0]?.synchronousCommit === "off") {
          throw new Error("The lead store would lose leads in a power cut (synchronous_commit is off).");
        }
      }),
    async scrub({ largestMb } = { largestMb: Number.POSITIVE_INFINITY }) {
      await maintain(async (own) => {
        for (const table of scrubbed) {
          const size = await sql<{ mb: number }>`
            select pg_total_relation_size(${table}::regclass) / 1000000 as mb`.execute(own);
          if (Number(size.rows[0]!.mb) <= largestMb) await sql`vacuum ${sql.table(table)}`.execute(own);
        }
      });
      return true;
    },
    async close() {
      await Promise.all([db.destroy(), looks.destroy()]);
    },
  };
}

/** Tables of which rows with personal data are deleted. */
const scrubbed = ["leads", "visits", "visit_log", "outbox"];
