/** The store cannot take this now (disk full, connection lost, locked). Nothing was written; retry later. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreUnavailable";
  }
}

/** Another writer held the database for longer than a visitor should wait. */
export class StoreBusy extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super("The lead store is busy.", options);
    this.name = "StoreBusy";
  }
}

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

/** Messages of the PostgreSQL client without a code, by their beginnings, and our names for them. */
const clientSentences = {
  "timeout exceeded when trying to connect": "CLIENT_NO_CONNECTION",
  "Connection terminated due to connection timeout": "CLIENT_NO_CONNECTION",
  "Connection terminated": "CLIENT_CONNECTION_LOST",
  "Client has encountered": "CLIENT_CONNECTION_LOST",
  "Client was closed": "CLIENT_CONNECTION_LOST",
  "Query read timeout": "CLIENT_NO_ANSWER",
};

/** The code of a database's or the system's error, such as SQLITE_FULL, 53100 or ECONNREFUSED; '' without one. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // The low byte; the rest says more exactly what happened.
  const sqlite = "errcode" in error ? sqliteNames[Number(error.errcode) & 0xff] : undefined;
  if (sqlite) return sqlite;
  if ("code" in error && typeof error.code === "string") return error.code;
  const sentence = Object.entries(clientSentences).find(([begin]) => error.message.startsWith(begin));
  return sentence?.[1] ?? "";
}

/** True when the server was given up on before it had answered: the request may be done nevertheless. */
export function isNoAnswer(error: unknown): boolean {
  return codeOf(error) === clientSentences["Query read timeout"];
}

/** PostgreSQL: serialization failure, deadlock, lock timeout. */
const busyStates = ["40001", "40P01", "55P03"];

/** True when the same transaction may succeed if it is tried again shortly. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return /^SQLITE_(BUSY|LOCKED)/.test(code) || busyStates.includes(code) || isNameTrouble(error);
}

/** True where a statement's name is unknown, or taken: a pooler gave this session another one's connection. */
export function isNameTrouble(error: unknown): boolean {
  return ["26000", "42P05"].includes(codeOf(error));
}

/**
 * Disk full, I/O error, no connection, and every error of PostgreSQL (SQLSTATE, five characters), except for
 * unacceptable values (class 22) and broken rules (23): only these are about the request. Read-only after a failover, a
 * changed password, a missing table: none of these is the visitor's, or ours to guess.
 */
const trouble = /^(SQLITE_.+|CLIENT_.+|E[A-Z]+|EAI_AGAIN|(?!22|23)[0-9A-Z]{5})$/;

/** Turns trouble of the database itself into the store's own errors; leaves programming errors as they are. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  if (isBusy(error)) return new StoreBusy({ cause: error });
  if (!trouble.test(codeOf(error))) return error;
  return new StoreUnavailable("The lead store cannot be used right now.", { cause: error });
}

/** The innermost error: what the database or the system itself said. */
export function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

/**
 * Errors that pass when another server takes over or this one is back: connections that end or are refused (08, 57P,
 * 53300), a leader that has become a standby (25006), and the system's and the client's errors about connections.
 */
const passing = /^(08...|25...|57P..|53300|E[A-Z]+|EAI_AGAIN|CLIENT_NO_CONNECTION|CLIENT_CONNECTION_LOST)$/;
/** Errors whose end no start waits for: a wrong name, an inaccessible file or socket, a dropped database. */
const lasting = /^(ENOTFOUND|EACCES|EPERM|EROFS|ENOSPC|EIO|57P04)$/;

/** True for a store that was lost and may be back in seconds. */
export function isLost(error: unknown): boolean {
  return error instanceof StoreUnavailable && passing.test(codeOf(rootOf(error)));
}

/** True for what a start does well to wait for: a store that was lost, gives no answer, or is held by another process. */
export function passesAtStart(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(rootOf(error));
  const isPassing = error instanceof StoreBusy || isNoAnswer(rootOf(error)) || isLost(error);
  // An error in the program's own words has the store's error as its cause.
  return (isPassing && !lasting.test(code)) || passesAtStart(error.cause);
}

/** What happened and why, as a sentence for operators. */
export function explained(error: unknown): string {
  if (!(error instanceof Error)) return "Something unexpected happened.";
  const root = rootOf(error);
  // An error of several addresses says what happened in its code only.
  const why = root instanceof Error ? root.message.replace(/\.$/, "") || codeOf(root) : "";
  return root === error ? error.message : `${error.message.replace(/\.$/, "")} (${why}).`;
}
