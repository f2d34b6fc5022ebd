import { StoreBusy, StoreUnavailable } from "./errors.ts";

/** SQLite's primary result codes that say something about the file or the machine, not about the program. */
const sqliteNames: Record<number, string> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  7: "SQLITE_NOMEM",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  15: "SQLITE_PROTOCOL",
  26: "SQLITE_NOTADB",
};

/** The code of a database's or the system's error, such as SQLITE_FULL, 53100 or ECONNREFUSED; '' where it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // The low byte; the rest says more exactly what happened.
  const sqlite = "errcode" in error ? sqliteNames[Number(error.errcode) & 0xff] : undefined;
  return sqlite ?? ("code" in error && typeof error.code === "string" ? error.code : "");
}

/** PostgreSQL: serialization failure, deadlock, lock timeout. */
const busyStates = ["40001", "40P01", "55P03"];

/** True when the same transaction may succeed if it is tried again shortly. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return /^SQLITE_(BUSY|LOCKED)/.test(code) || busyStates.includes(code);
}

/** Disk full, I/O error, file not writable or not a database. */
const sqliteTrouble = /^SQLITE_/;
/** PostgreSQL classes: 08 connection, 53 out of resources (53100 is disk full), 57 shut down or cancelled, 58 system. */
const postgresTrouble = /^(08|53|57|58)[0-9A-Z]{3}$/;
const socketTrouble =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** These come without a code from the PostgreSQL client. */
const clientTrouble =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered|Query read timeout)/;

/** Turns trouble of the database itself into the store's own errors; leaves programming errors as they are. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  if (isBusy(error)) return new StoreBusy({ cause: error });
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : "";
  const trouble =
    sqliteTrouble.test(code) ||
    postgresTrouble.test(code) ||
    socketTrouble.test(code) ||
    clientTrouble.test(message);
  return trouble ? new StoreUnavailable("The lead store cannot be used right now.", { cause: error }) : error;
}
