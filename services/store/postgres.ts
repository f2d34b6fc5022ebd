import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from "kysely";
import type { Pool } from "pg";
import pg from "pg";
import type { Log } from "../observe/log.ts";
import type { Connection, ConnectionOptions } from "./connection.ts";
import { asStoreError } from "./failures.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import type { Schema } from "./schema.ts";

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
export function withDeadline(pool: Pool, deadlineMs: number): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let isLost = false;
      const query = async (text: string, values: unknown[]) => {
        if (isLost) throw new Error(givenUp);
        const deadline = isMaintenance(text) ? {} : { query_timeout: deadlineMs };
        try {
          return await client.query({ text, values, ...deadline });
        } catch (error) {
          isLost = error instanceof Error && error.message === noAnswer;
          throw error;
        }
      };
      return { query, release: () => client.release(isLost) } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
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
  { plugins = [], poolSize = 10 }: ConnectionOptions = {},
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
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: withDeadline(pool, statementMs + 2_000) }),
    plugins: [new CamelCasePlugin(), ...plugins],
  });
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await retryWhileBusy(work, performance.now());
    } catch (error) {
      throw asStoreError(error);
    }
  };
  return {
    kind: "postgres",
    db,
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
