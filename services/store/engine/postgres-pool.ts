import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../../observe/log.ts";
import { codeOf, isNoAnswer, StoreUnavailable } from "./failures.ts";

/** Times are bigint columns; every one of them fits a JavaScript number. */
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

export type PoolOptions = {
  /** Connections at most. */
  max: number;
  /** Longest wait for a connection, in milliseconds. */
  connectMs: number;
  /** A session's initial settings, such as its time-outs. */
  session?: pg.ClientConfig;
};

/** Connections that are opened on demand; a lost one is logged. */
export function openPool(url: string, log: Log, { max, connectMs, session }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max,
    connectionTimeoutMillis: connectMs,
    // A machine that disappears silently is noticed, even while nothing is asked.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: "claimpath",
    ...session,
  });
  // The pool listens to a connection only while nobody uses it, and one that is cut between two queries of a
  // transaction would end the process. The client may say it twice: with the server's reason, and at the end.
  pool.on("connect", (client) => {
    let isLogged = false;
    client.on("error", (error) => {
      if (!isLogged) log("store.connection_lost", { error: error.name, code: codeOf(error) || undefined });
      isLogged = true;
    });
  });
  // An idle connection's loss is reported here again, and must have a listener.
  pool.on("error", () => {});
  return pool;
}

/** `processID` is the server's name of the session. */
type Client = pg.PoolClient & { processID?: number };

/**
 * @param lostMs since when its answer is late, in milliseconds
 * @returns false once the server has let go of this session
 */
export type IsServed = (processId: number | undefined, lostMs: number) => Promise<boolean>;

/** The words of a connection that it was given up on. */
const givenUp = "Connection terminated: a query got no answer";
/** A server that cannot be written to, or a transaction that was ended for us: the next session may be with another one. */
const isSpoiled = (error: unknown) => codeOf(error).startsWith("25");
const lookAgainMs = 1_000;

/**
 * The pool with a deadline for each answer, which the server's own statement_timeout cannot give: a frozen or silently
 * disconnected server keeps no time. A connection without its answer is not used again, because the answer may still
 * come and would be taken for the next one's. It keeps its place in the pool until the server has let go of its
 * session: a commit that waits for a standby continues there, and with new connections in such places the server would
 * soon have none left for anybody.
 * @param deadlineMs longer than statement_timeout, so that a live server answers first
 */
export function withDeadline(pool: pg.Pool, deadlineMs: number, isServed: IsServed) {
  const kept = new Set<() => void>();

  const leaveWhenGone = (client: Client) => {
    const leave = () => {
      if (kept.delete(leave)) client.release(true);
    };
    kept.add(leave);
    // The answer has come after all, or the connection has ended.
    client.once("drain", leave).once("end", leave);
    const lostAt = performance.now();
    const watch = async () => {
      while (kept.has(leave)) {
        await pause(lookAgainMs, undefined, { ref: false });
        if (!(await isServed(client.processID, performance.now() - lostAt))) leave();
      }
    };
    void watch();
  };

  return {
    async connect() {
      const client: Client = await pool.connect().catch((error: unknown) => {
        throw new StoreUnavailable("The lead store cannot be reached.", { cause: error });
      });
      let state: "good" | "spoiled" | "lost" = "good";
      const ask = async <Answer extends pg.QueryResult | pg.QueryArrayResult>(
        query: pg.QueryConfig,
      ): Promise<Answer> => {
        if (state === "lost") throw new Error(givenUp);
        try {
          return (await client.query({ ...query, query_timeout: deadlineMs } as pg.QueryConfig)) as Answer;
        } catch (error) {
          if (isNoAnswer(error)) state = "lost";
          else if (isSpoiled(error)) state = "spoiled";
          throw error;
        }
      };
      return {
        /** @param name the server plans what has one once per connection */
        query: (text: string, values?: unknown[], name?: string) =>
          ask<pg.QueryResult>({ name, text, values }),
        inArrays: (query: { name?: string; text: string; values: unknown[] }) =>
          ask<pg.QueryArrayResult<unknown[]>>({ ...query, rowMode: "array" } as pg.QueryArrayConfig),
        release: () => (state === "lost" ? leaveWhenGone(client) : client.release(state === "spoiled")),
      };
    },
    end() {
      for (const leave of [...kept]) leave();
      return pool.end();
    },
  };
}
