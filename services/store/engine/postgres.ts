import { createHash } from "node:crypto";
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import type { Log } from "../../observe/log.ts";
import { storeLimits } from "../limits.ts";
import { sealing } from "../sealed/plugin.ts";
import type { Connection, ConnectionOptions } from "./connection.ts";
import { asStoreError, isNameTrouble } from "./failures.ts";
import { type IsServed, openPool, withDeadline } from "./postgres-pool.ts";
import { inOwnSession } from "./postgres-session.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import type { Schema } from "./schema.ts";
import { type Bound, type Compiled, preparing, type Work } from "./statements.ts";

type Client = Awaited<ReturnType<ReturnType<typeof withDeadline>["connect"]>>;

/** A hash of the text, so that a name never means two statements, also behind a connection pooler. */
function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

const names = new WeakMap<Compiled, string>();

function knownNameOf(statement: Compiled): string {
  const known = names.get(statement);
  if (known) return known;
  const name = nameOf(statement.sql);
  names.set(statement, name);
  return name;
}

/**
 * Has the server plan each statement once per connection, by its name. A pooler in transaction mode without prepared
 * statements hands a session another one's connection, where a name is unknown or taken: then nothing was executed, the
 * work is retried, and from then on no statement has a name.
 * @param unnamed is called then, once
 */
function naming(unnamed: () => void) {
  let isNamed = true;
  return async <T>(name: () => string, execute: (name: string | undefined) => Promise<T>): Promise<T> => {
    try {
      return await execute(isNamed ? name() : undefined);
    } catch (error) {
      if (isNamed && isNameTrouble(error)) {
        isNamed = false;
        unnamed();
      }
      throw error;
    }
  };
}

type Named = ReturnType<typeof naming>;

async function rowsOf(client: Client, named: Named, { statement, values }: Bound): Promise<unknown[]> {
  const { fields, rows } = await named(
    () => knownNameOf(statement),
    (name) => client.inArrays({ name, text: statement.sql, values }),
  );
  return statement.rows(() => fields.map(({ name }) => name), rows);
}

async function driven<Result>(client: Client, named: Named, work: () => Work<Result>): Promise<Result> {
  const steps = work();
  let step = steps.next();
  while (!step.done) step = steps.next(await rowsOf(client, named, step.value));
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

export function openPostgres(
  url: string,
  log: Log,
  {
    sealing: sealed = sealing("closed"),
    poolSize = 10,
    directUrl = url,
    limits = storeLimits,
  }: ConnectionOptions = {},
): Connection {
  const { connectMs, statementMs, answerMs, lookMs, lookKeptMs } = limits;
  const plugins = [new CamelCasePlugin(), sealed];
  const named = naming(() => log("store.statements_unnamed", {}));
  const kyselyOn = (clients: Pick<ReturnType<typeof withDeadline>, "connect" | "end">) =>
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: clients as unknown as PostgresPool }),
      plugins,
    });
  // A connection aside from the others: the server's state must be known even while all of those wait.
  const aside = openPool(url, log, { max: 1, connectMs: lookMs });
  const { connect, end } = withDeadline(aside, lookMs, async (_id, lostMs) => lostMs < lookKeptMs);
  const looks = kyselyOn({
    async connect() {
      const client = await connect();
      // By name, as requests ask: a store that cannot answer them so is not ready.
      const query: Client["query"] = (text, values) =>
        named(
          () => nameOf(text),
          (name) => client.query(text, values, name),
        );
      return { ...client, query };
    },
    end,
  });
  const isServed: IsServed = async (processId) => {
    try {
      const { rows } = await sql`select 1 from pg_stat_activity where pid = ${processId}`.execute(looks);
      return rows.length > 0;
    } catch {
      // Where the server cannot be asked, a new connection would fail too.
      return true;
    }
  };
  const pool = openPool(url, log, {
    max: poolSize,
    connectMs,
    session: { lock_timeout: 1_000, statement_timeout: statementMs },
  });
  const clients = withDeadline(pool, answerMs, isServed);
  const db = kyselyOn(clients);
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
  const maintain: Connection["maintain"] = (work) => attempt(() => inOwnSession(directUrl, log, work));
  return {
    kind: "postgres",
    db,
    prepare: preparing(db, sealed),
    query: (bound) => withClient((client) => rowsOf(client, named, bound)) as never,
    transact: (work, oneStatement = false) =>
      withClient((client) =>
        oneStatement ? driven(client, named, work) : inTransaction(client, () => driven(client, named, work)),
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

/** Tables whose rows with personal data are deleted. */
const scrubbed = ["leads", "visits", "visit_log", "outbox", "outbox_attempts"];
