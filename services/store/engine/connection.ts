import type { Kysely, Transaction } from "kysely";
import type { Log } from "../../observe/log.ts";
import type { StoreLimits } from "../limits.ts";
import type { Sealing } from "../sealed/plugin.ts";
import { openPostgres } from "./postgres.ts";
import type { Schema } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";
import type { Bound, Prepare, Work } from "./statements.ts";

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;

/**
 * A database with two pairs of verbs: `read` and `write` take any queries, `query` and `transact` take prepared
 * statements, for the constant work of visits and deliveries. All throw `StoreUnavailable` when the database itself is
 * in trouble.
 */
export interface Connection {
  readonly kind: "sqlite" | "postgres";
  /** Past the store's own errors and patience, for tests. */
  readonly db: Kysely<Schema>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  /** Reads past all that wait for a connection, and gives up after a second or two. */
  look<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  prepare: Prepare;
  /** A statement that only reads. */
  query<Row>(bound: Bound<Row>): Promise<Row[]>;
  /**
   * A transaction. `work` may run again when the database was busy, and runs outside of the caller's context: values
   * from that, such as the request's id, have to be read before.
   * @param oneStatement `work` needs only one on PostgreSQL, which then needs no round trips around it
   */
  transact<T>(work: () => Work<T>, oneStatement?: boolean): Promise<T>;
  /**
   * A transaction; `work` may run again when the database was busy. Inside it use only `trx`: SQLite has a single
   * connection, so anything else would wait for itself for ever.
   */
  write<T>(work: (trx: Writer) => Promise<T>): Promise<T>;
  /**
   * Work without a time limit, in a session of its own that no connection pooler shares: migrations, maintenance.
   * @throws a sentence where the address for it is such a pooler
   */
  maintain<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  /** Throws a sentence when a commit would not survive a power cut. Call it after the tables exist. */
  verifyDurability(): Promise<void>;
  /**
   * Overwrites what deleted rows left behind; false while another connection's work holds that up.
   * @param limits larger tables are left to PostgreSQL's autovacuum
   */
  scrub(limits?: { largestMb: number }): Promise<boolean>;
  close(): Promise<void>;
}

export type ConnectionOptions = {
  /** Without it none of the columns with personal data is read. */
  sealing?: Sealing;
  /** Connections to PostgreSQL that are opened at most; SQLite has one. */
  poolSize?: number;
  /** Where sessions that no pooler shares are available; by default at the address itself. */
  directUrl?: string;
  limits?: StoreLimits;
};

/** @param url `file:./path/to.db` or `postgres://…` */
export async function openConnection(
  url: string,
  log: Log,
  options: ConnectionOptions = {},
): Promise<Connection> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, log, options);
  if (url.startsWith("file:")) return openSqlite(url, options.sealing);
  throw new Error("DATABASE_URL must begin with file: or postgres://.");
}
