/**
 * The log: one JSON line per event, made of a closed set of fields, so that no personal data can slip in.
 * Whatever does not look as its field should is replaced by "?".
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { remembering } from "./remembering.ts";

/**
 * Id of the visitor's request that the present work is for, also when the work is done later: it is in the log's
 * lines, and goes with every outgoing call as X-Request-Id. Undefined for work that no request asked for.
 */
export const requestId = new AsyncLocalStorage<string | undefined>();

/** The allowed details of a line, in our own words. */
export const logDetails = ["listening", "renewed", "stopping", "stopped"] as const;

export type LogDetail = (typeof logDetails)[number];

export type LogFields = {
  /** Set automatically while a request is served, and while its messages are delivered. */
  requestId?: string;
  method?: string;
  /** May be given with its query: only the path is written. */
  path?: string;
  status?: number;
  /** Duration. */
  ms?: number;
  leadId?: string;
  visitId?: string;
  variant?: string;
  step?: string;
  destination?: string;
  provider?: string;
  mode?: "live" | "embedded" | "off";
  affid?: string;
  /** The form that `maskedEmail` writes; nothing else here is an e-mail address. */
  maskedEmail?: string;
  outcome?: string;
  attempt?: number;
  count?: number;
  port?: number;
  /** The directive of the content security policy. */
  directive?: string;
  detail?: LogDetail;
  /** Name of an error, never its message. */
  error?: string;
  /** Code of a system or database error, such as SQLITE_FULL. */
  code?: string;
  /** The fault, in a sentence of our own code that quotes no value: in a file of the operator's, or in `failure`. */
  fault?: string;
};

export type Log = (event: string, fields?: LogFields) => void;

type Clean = (value: unknown) => string | number;

const word: Clean = (value) => (typeof value === "string" && /^[\w.:-]{1,80}$/.test(value) ? value : "?");
const number: Clean = (value) =>
  typeof value === "number" && Number.isFinite(value) ? Math.round(value) : "?";
const detail: Clean = (value) => (logDetails.some((known) => known === value) ? (value as LogDetail) : "?");

const cleaners: { [field in keyof Required<LogFields>]: Clean } = {
  requestId: word,
  method: word,
  path: (value) => (typeof value === "string" ? pathOnly(value) : "?"),
  status: number,
  ms: number,
  leadId: word,
  visitId: word,
  variant: word,
  step: word,
  destination: word,
  provider: word,
  mode: word,
  affid: word,
  maskedEmail: (value) => (typeof value === "string" && /^.\*{3}@[\w.-]{1,253}$/u.test(value) ? value : "?"),
  outcome: word,
  attempt: number,
  count: number,
  port: number,
  directive: word,
  detail,
  error: word,
  code: word,
  // Nothing that could contain an e-mail address.
  fault: (value) =>
    typeof value === "string" ? value.slice(0, 300).replace(/[^\w .,;:/(){}"-]/g, "?") : "?",
};

/** May hold what JSON writes in another way: a character before the stars, a fault's quotation marks. */
const quoted = new Set<string>(["maskedEmail", "fault"]);

/** The order of a line's fields, whatever the order in which they are given. */
const inOrder = Object.entries(cleaners).map(([name, clean]) => {
  const begins = `,"${name}":`;
  // All others need no escaping, and checking them once more would double the time of a line.
  const inJson = (value: string | number) =>
    typeof value === "number" ? `${begins}${value}` : `${begins}"${value}"`;
  const text = quoted.has(name) ? (value: string | number) => begins + JSON.stringify(value) : inJson;
  return [name as keyof LogFields, (value: unknown) => text(clean(value))] as const;
});

const fieldsOf = (fields: LogFields) => inOrder.filter(([name]) => name in fields || name === "requestId");

/** Lines have one of a few sets of fields. */
const ordered = remembering<ReturnType<typeof fieldsOf>>(200);

/**
 * The path of an address without query and fragment, at most 200 characters. A segment that could hold an e-mail
 * address, a phone number or other text of a visitor's is written as "…".
 */
export function pathOnly(address: string): string {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  const found = known.get(path);
  if (found !== undefined) return found;
  const clean = cleanPath(path);
  if (known.size < mostKnown && path.length < longestKnown) known.set(path, clean);
  return clean;
}

/** Most requests are for one of a few paths. */
const known = new Map<string, string>();
const [mostKnown, longestKnown] = [1_000, 100];

function cleanPath(path: string): string {
  const segments = path.slice(0, 200).split("/");
  return segments
    .map((segment) => (/^[\w.~-]*$/.test(segment) && !/\d{5}/.test(segment) ? segment : "…"))
    .join("/");
}

let [lastAt, lastTime] = [Number.NaN, ""];

/** Lines come many in a millisecond, and a time takes long to write. */
function timeOf(now: Date): string {
  const at = now.getTime();
  if (at !== lastAt) [lastAt, lastTime] = [at, now.toISOString()];
  return lastTime;
}

/**
 * @param write takes one finished line, line break included
 * @param now for tests
 */
export function createLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  return (event, fields = {}) => {
    let line = `{"at":"${timeOf(now())}","event":"${word(event)}"`;
    const given = Object.keys(fields).join();
    for (const [name, text] of ordered(given, () => fieldsOf(fields))) {
      const value = name in fields || name !== "requestId" ? fields[name] : requestId.getStore();
      if (value !== undefined) line += text(value);
    }
    write(`${line}}\n`);
  };
}

/** The longest time that a line may wait for others, in milliseconds; a killed process loses no more than that. */
const longestWaitMs = 10;
/** Longest text that reaches a pipe in one piece, in bytes, where several processes write to it. */
const longestBatch = 4096;

/** Lines for the process's output. Those that come together are written at once: a write takes longer than a line. */
export function outputLines(
  write: (lines: string) => void = (lines) => process.stdout.write(lines),
): (line: string) => void {
  let waiting = "";
  let bytes = 0;
  let isTimed = false;
  const flush = () => {
    if (waiting !== "") write(waiting);
    [waiting, bytes] = ["", 0];
  };
  const onTime = () => {
    isTimed = false;
    flush();
  };
  process.on("exit", flush);
  return (line) => {
    const length = Buffer.byteLength(line);
    if (bytes + length > longestBatch) flush();
    // One timer for all lines: a full batch leaves its own behind, which the next one need not wait for.
    if (!isTimed) setTimeout(onTime, longestWaitMs);
    isTimed = true;
    waiting += line;
    bytes += length;
  };
}

/** The lines as they are, or in words where a terminal shows them. @param write takes one line */
export function forReader(write: (line: string) => void): (line: string) => void {
  return process.stdout.isTTY ? (line) => write(lineInWords(line)) : write;
}

/**
 * A log's line for a person at a terminal, such as `14:03:07 request POST /survey/c 303 4 ms`; '' for what the start
 * prints in its own words.
 */
export function lineInWords(line: string): string {
  const { at, event, requestId: _, ...fields } = JSON.parse(line) as Record<string, string | number>;
  if (event === "provider") return "";
  const words = Object.entries(fields).map(([name, value]) => {
    if (name === "ms") return `${value} ms`;
    return plainly.has(name) ? value : `${name}=${value}`;
  });
  return `${[new Date(at!).toTimeString().slice(0, 8), event, ...words].join(" ")}\n`;
}

/** Fields that are understood without a name. */
const plainly = new Set(["method", "path", "status", "detail", "outcome", "destination", "fault"]);

/** For server.log: off and for tests. */
export const silentLog: Log = () => {};

/** An error in a log line: its name only, since a message may quote what a visitor typed. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/**
 * A fault of the program in a log line: the error's name, and its message where that is a sentence of our own. An error
 * of the engine, a library or a database has a kind or a code of its own, and may quote its input.
 */
export function failure(error: unknown): Pick<LogFields, "error" | "code" | "fault"> {
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  const code = root instanceof Error && "code" in root ? String(root.code) : undefined;
  const isOurs = root instanceof Error && root.constructor === Error && code === undefined;
  // A text that looks like somebody's number is not ours.
  const fault = isOurs ? (root as Error).message.replace(/\d{5,}/g, "#") : undefined;
  return { error: errorName(error), code, fault };
}
