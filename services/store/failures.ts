import { StoreBusy, StoreUnavailable } from "./errors.ts";

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** PostgreSQL: serialization failure, deadlock, lock timeout. */
const busyStates = ["40001", "40P01", "55P03"];

/** True when the same transaction may succeed if it is tried again shortly. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return /^SQLITE_(BUSY|LOCKED)/.test(code) || busyStates.includes(code);
}

/** Disk full, I/O error, file not writable or not a database. */
const sqliteTrouble = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;
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
