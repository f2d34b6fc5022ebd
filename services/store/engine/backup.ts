import { execFile } from "node:child_process";
import { closeSync, constants, copyFileSync, fsyncSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { demandSession } from "./postgres-session.ts";
import { pragma, sqlitePath } from "./sqlite-file.ts";

const run = promisify(execFile);

/**
 * Writes the store as it is at this moment to a new file, while the site runs: a SQLite file, or pg_dump's custom
 * format. Only its owner can read it.
 * @throws an Error in plain words; an existing file is left alone
 */
export async function writeBackup(url: string, file: string): Promise<void> {
  const path = resolve(file);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // "x": never over another backup.
  const handle = openSync(path, "wx", 0o600);
  try {
    if (url.startsWith("file:")) copySqlite(sqlitePath(url), path);
    else await postgresTool("pg_dump", url, ["--format=custom", `--file=${path}`]);
    fsyncSync(handle);
  } catch (error) {
    // Half a backup must not be taken for a whole one.
    rmSync(path);
    throw error;
  } finally {
    closeSync(handle);
  }
}

/**
 * Fills an empty store from a backup.
 * @param url of a file that does not exist yet, or of an empty database
 * @throws an Error in plain words; then nothing was filled
 */
export async function restoreBackup(file: string, url: string): Promise<void> {
  if (url.startsWith("file:")) {
    const path = sqlitePath(url);
    demandWhole(resolve(file));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    copyFileSync(resolve(file), path, constants.COPYFILE_EXCL);
    return;
  }
  const options = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"];
  await postgresTool("pg_restore", url, [...options, resolve(file)]);
}

/** One snapshot, without remains of deleted rows. */
function copySqlite(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    source.prepare("vacuum into ?").run(to);
  } finally {
    source.close();
  }
  demandWhole(to);
}

/** @throws when the file is no SQLite database, or a damaged one */
function demandWhole(path: string): void {
  try {
    const copy = new DatabaseSync(path, { readOnly: true });
    try {
      const verdict = pragma(copy, "integrity_check");
      if (verdict !== "ok") throw new Error(String(verdict));
    } finally {
      copy.close();
    }
  } catch (error) {
    const [said] = (error as Error).message.split("\n");
    throw new Error(`${path} is not a whole backup: ${said}.`);
  }
}

/** The password goes by the environment: the process list is everybody's. */
async function postgresTool(name: "pg_dump" | "pg_restore", url: string, args: string[]): Promise<void> {
  await demandSession(url);
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  try {
    // Nobody is there to type a password.
    await run(name, [...args, "--no-password", `--dbname=${address}`], { env });
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code === "ENOENT")
      throw new Error(`${name} is not installed (Debian: apt-get install postgresql-client).`);
    throw new Error(`${name} failed: ${stderr?.trim().split("\n")[0] ?? code}`);
  }
}
