import { createHash } from "node:crypto";
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import type { Pool } from "pg";
import pg from "pg";
import type { Log } from "../observe/log.ts";
import type { Connection, ConnectionOptions } from "./connection.ts";
import { asStoreError } from "./failures.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import type { Schema } from "./schema.ts";
import { type Bound, type Compiled, preparing, type Work } from "./statements.ts";

/** The words of pg's own timer, and of a connection that it was given up on. */
export const noAnswer = "Query read timeout";
const givenUp = "Connection terminated: a query got no answer";

/** Maintenance takes as long as it takes. */
const isMaintenance = (text: string) => /^\s*vacuum\b/i.test(text);

/**
 * The pool with a deadline for each answer, which the server's own statement_timeout cannot give: a server that is
 * frozen or cut off without a word keeps no time. A connection whose answer did not come is closed, because the
 * answer may still come and would be taken for the next one's.
 * @param deadlineMs longer than statement_timeout, so that a server that lives has the first word
 */
export function withDeadline(pool: Pool, deadlineMs: number) {
  return {
    async connect() {
      const client = await pool.connect();
      let isLost = false;
      const ask = async <Answer extends pg.QueryResult | pg.QueryArrayResult>(
        query: pg.QueryConfig,
      ): Promise<Answer> => {
        if (isLost) throw new Error(givenUp);
        const deadline = isMaintenance(query.text) ? {} : { query_timeout: deadlineMs };
        try {
          return (await client.query({ ...query, ...deadline })) as Answer;
        } catch (error) {
          isLost = error instanceof Error && error.message === noAnswer;
          throw error;
        }
      };
      return {
        query: (text: string, values?: unknown[]) => ask<pg.QueryResult>({ text, values }),
        /** The server plans it once per connection. */
        prepared: (query: { name: string; text: string; values: unknown[] }) =>
          ask<pg.QueryArrayResult<unknown[]>>({ ...query, rowMode: "array" } as pg.QueryArrayConfig),
        release: () => client.release(isLost),
      };
    },
    end: () => pool.end(),
  };
}

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

async function rowsOf(client: Client, { statement, values }: Bound): Promise<unknown[]> {
  const { fields, rows } = await client.prepared({ name: nameOf(statement), text: statement.sql, values });
  return statement.rows(() => fields.map(({ name }) => name), rows);
}

async function driven<Result>(client: Client, work: () => Work<Result>): Promise<Result> {
  const steps = work();
  let step = steps.next();
  while (!step.done) step = steps.next(await rowsOf(client, step.value));
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

/** Times are bigint columns; every one of them fits a JavaScript number. */
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

/** Longest work on one statement, in milliseconds. */
const statementMs = 10_000;

export function openPostgres(
  url: string,
  log: Log,
  { sealing, poolSize = 10 }: ConnectionOptions = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: poolSize,
    connectionTimeoutMillis: 3_000,
    lock_timeout: 1_000,
    statement_timeout: statementMs,
    application_name: "claimpath",
  });
  // The pool listens to a connection only while nobody uses it, and one that is cut between two queries of a
  // transaction would end the process. The client may say it twice: with the server's reason, and at the end.
  pool.on("connect", (client) => {
    let isLogged = false;
    client.on("error", (error) => {
      if (!isLogged) log("store.connection_lost", { error: error.name });
      isLogged = true;
    });
  });
  // An idle connection's loss is said here once more, and must be heard.
  pool.on("error", () => {});
  const clients = withDeadline(pool, statementMs + 2_000);
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: clients as unknown as PostgresPool }),
    plugins: [new CamelCasePlugin(), ...(sealing ? [sealing] : [])],
  });
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await retryWhileBusy(work, performance.now());
    } catch (error) {
      throw asStoreError(error);
    }
  };
  const withClient = <T>(work: (client: Client) => Promise<T>) =>
    attempt(async () => {
      const client = await clients.connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    });
  return {
    kind: "postgres",
    db,
    prepare: preparing(db, sealing),
    query: (bound) => withClient((client) => rowsOf(client, bound)) as never,
    transact: (work, oneStatement = false) =>
      withClient((client) =>
        oneStatement ? driven(client, work) : inTransaction(client, () => driven(client, work)),
      ),
    read: (work) => attempt(() => work(db)),
    write: (work) => attempt(() => db.transaction().execute(work)),
    verifyDurability: () =>
      attempt(async () => {
        const shown = await sql<{ synchronousCommit: string }>`show synchronous_commit`.execute(db);
        if (shown.rows[0]?.synchronousCommit === "off") {
          throw new Error("The lead store would lose leads in a power cut (synchronous_commit is off).");
        }
      }),
    scrub: () =>
      attempt(async () => {
        // Longer than any request may take.
        await db.connection().execute(async (own) => {
          await sql`set statement_timeout = 0`.execute(own);
          await sql`vacuum leads, visits, visit_log, outbox`.execute(own);
          await sql`reset statement_timeout`.execute(own);
        });
        return true;
      }),
    close: () => db.destroy(),
  };
}
