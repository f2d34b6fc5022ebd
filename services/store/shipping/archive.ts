import { execFile, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGunzip, gunzipSync, gzipSync } from "node:zlib";
import type { Changes } from "./write-ahead-log.ts";

const run = promisify(execFile);

/**
 * A file of the archive: a `copy` of the whole database, or `pages` that were changed between two looks at the log.
 * Those of one `run` of the shipping follow one another by their `index`; a copy has all up to the pages of its index.
 * Times are in milliseconds: what was committed until `from` is in an earlier one, nothing is of after `to`.
 */
export type Part = { run: string; index: number; from: number; to: number; kind: "pages" | "copy" };

/** What is in the way of opening a part: another key than it was sealed for, or its bytes are not what they were. */
export class Unopened extends Error {
  readonly isKey: boolean;
  constructor(isKey: boolean) {
    super(isKey ? "ARCHIVE_IDENTITY is not the key that the archive was made for." : "It is damaged.");
    this.isKey = isKey;
  }
}

const dayMs = 24 * 60 * 60 * 1000;
const marker = "shipped";

const pathOf = (folder: string, { run, index, from, to, kind }: Part) =>
  join(folder, run, `${String(index).padStart(10, "0")}.${from}.${to}.${kind}.gz.age`);

/** @returns the archive's parts, in the order in which they were made */
export async function partsOf(folder: string): Promise<Part[]> {
  const found: Part[] = [];
  for (const run of (await readdir(folder)).sort()) {
    const names = await readdir(join(folder, run)).catch(() => []);
    for (const name of names.sort()) {
      const [, index, from, to, kind] = /^(\d+)\.(\d+)\.(\d+)\.(pages|copy)\.gz\.age$/.exec(name) ?? [];
      if (kind) found.push({ run, index: Number(index), from: Number(from), to: Number(to), kind } as Part);
    }
  }
  return found;
}

/** Only a whole file has its name, and it is on the disk when this resolves. @param recipient age's public key */
export async function putPages(
  folder: string,
  recipient: string,
  part: Part,
  changes: Changes,
): Promise<void> {
  await put(folder, part, (draft) => {
    const child = run("age", ["--encrypt", "-r", recipient, "-o", draft]);
    // What it says at its end matters, not that it did not read all.
    child.child.stdin!.on("error", () => {});
    child.child.stdin!.end(gzipSync(asBytes(changes), { level: 1 }));
    return child;
  });
}

/**
 * Another process reads the database: one that closes a SQLite file drops all locks that it has on it.
 * @param signal ends it
 */
export async function putCopy(
  folder: string,
  recipient: string,
  part: Part,
  database: string,
  signal: AbortSignal,
): Promise<void> {
  await put(folder, part, (draft) => {
    const gzip = started("gzip", ["-1", "--stdout", database], signal);
    const age = started("age", ["--encrypt", "-r", recipient, "-o", draft], signal);
    return allOf(pipeline(gzip.child.stdout, age.child.stdin), age.done, gzip.done);
  });
}

/** `done` settles when the program has ended. */
function started(program: string, args: string[], signal?: AbortSignal) {
  const child = spawn(program, args, { signal });
  let stderr = "";
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(Object.assign(new Error(`${program} ended with ${code}`), { stderr }));
    });
  });
  return { child, done };
}

/** What a program says of its end says more than that nobody read on. */
async function allOf(piping: Promise<void>, ...programs: Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled([...programs, piping])) {
    if (end.status === "rejected") throw end.reason;
  }
}

async function put(folder: string, part: Part, write: (draft: string) => Promise<unknown>): Promise<void> {
  const path = pathOf(folder, part);
  const draft = `${path}.new`;
  // The folder itself may be a disk of another machine that is not there now.
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(draft, { force: true });
  await write(draft).catch((error) => {
    throw new Error(saidBy(error));
  });
  await synced(draft);
  await rename(draft, path);
  await synced(dirname(path));
}

async function synced(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws Unopened */
export async function openPages(folder: string, identity: string, part: Part): Promise<Changes> {
  try {
    const options = { encoding: "buffer", maxBuffer: 2 ** 31 } as const;
    const args = ["--decrypt", "-i", identity, pathOf(folder, part)];
    return fromBytes(gunzipSync((await run("age", args, options)).stdout));
  } catch (error) {
    throw unopened(error);
  }
}

/** @param to the file to be made @throws Unopened */
export async function openCopy(folder: string, identity: string, part: Part, to: string): Promise<void> {
  const age = started("age", ["--decrypt", "-i", identity, pathOf(folder, part)]);
  const file = createWriteStream(to);
  await allOf(pipeline(age.child.stdout, createGunzip(), file), age.done).catch((error) => {
    throw unopened(error);
  });
}

function unopened(error: unknown): Error {
  const said = saidBy(error);
  if (/not installed|no such file|malformed secret key|identity file/i.test(said)) return new Error(said);
  return new Unopened(/no identity matched/.test(said));
}

/** What age said, or the first line of what another program did. */
function saidBy(error: unknown): string {
  const { code, stderr, message } = error as { code?: unknown; stderr?: string | Buffer; message: string };
  if (code === "ENOENT") return "age is not installed (Debian: apt-get install age).";
  const lines = (stderr?.toString().trim() || message).split("\n");
  const line = lines.find((each) => each.startsWith("age: ")) ?? lines[0]!;
  return line.replace(/^age: (error: )?/, "");
}

/** The page size, how many pages there are, then each with its number. */
function asBytes({ pageSize, pageCount, pages }: Changes): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const parts = [...pages].flatMap(([page, bytes]) => [number(page), bytes]);
  return Buffer.concat([number(pageSize), number(pageCount), ...parts]);
}

function fromBytes(bytes: Buffer): Changes {
  const pageSize = bytes.readUInt32BE(0);
  const pages = new Map<number, Uint8Array>();
  for (let at = 8; at < bytes.length; at += 4 + pageSize) {
    pages.set(bytes.readUInt32BE(at), bytes.subarray(at + 4, at + 4 + pageSize));
  }
  return { pageSize, pageCount: bytes.readUInt32BE(4), pages };
}

/** Deletes copies of more than so many days ago, and pages that none of the others needs. */
export async function prune(folder: string, keepDays: number, now: number): Promise<void> {
  for (const part of await partsOf(folder)) {
    const days = part.kind === "copy" ? keepDays : keepDays + 1;
    if (part.to < now - days * dayMs) await rm(pathOf(folder, part));
  }
  // One that still has files stays.
  for (const run of await readdir(folder)) await rmdir(join(folder, run)).catch(() => {});
}

/** Notes until when the archive has everything, for `doctor` and Prometheus' node_exporter. */
export async function noteShipped(folder: string, at: number, metrics?: string): Promise<void> {
  await writeFile(join(folder, marker), String(at));
  await noteMetric(metrics, "claimpath_archive_timestamp_seconds", at);
}

/** @returns until when the archive has everything; undefined where nothing was shipped yet */
export async function shippedUntil(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, marker), "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number(text);
}

/** @param folder of node_exporter's text files */
export async function noteMetric(folder: string | undefined, name: string, at: number): Promise<void> {
  if (folder) await writeFile(join(folder, `${name}.prom`), `${name} ${Math.floor(at / 1000)}\n`);
}
