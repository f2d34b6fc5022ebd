import { mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { verifyLog } from "../evidence/verify-log.ts";
import { silentLog } from "../observe/log.ts";
import type { Settings } from "../settings/env.ts";
import { restoreBackup, writeBackup } from "../store/backup.ts";
import { noteMetric } from "../store/shipping/archive.ts";
import { putBack } from "../store/shipping/put-back.ts";
import { ship } from "../store/shipping/ship.ts";
import { sqlitePath } from "../store/sqlite-file.ts";
import { openStore } from "../store/store.ts";
import type { Store } from "../store/types.ts";
import { type Program, print, Refusal } from "./program.ts";
import { siteSettings } from "./site-settings.ts";
import { counted } from "./text.ts";

export function addBackup(program: Program): void {
  const backup = program.command("backup").description("back up the store, and restore a backup");
  backup
    .command("write")
    .description("write the store as it is now to a new file; the site may run meanwhile")
    .argument("<file>")
    .action(write);
  backup
    .command("keys")
    .description("write the file of PERSON_KEYS to another file, in the place of an earlier copy")
    .argument("<file>")
    .action(writeKeys);
  backup
    .command("restore")
    .description(
      "restore a backup or the archive into an empty store, then open it and verify its consent log",
    )
    .argument("<file>", "a backup, or the folder of the archive")
    .addOption(
      new Option(
        "--into <url>",
        "the empty store, written like DATABASE_URL; a password is safer in the variable",
      )
        .env("RESTORE_URL")
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--to <time>", "from the archive: as it was then, such as 2026-11-23T21:00:00Z").argParser(
        readTime,
      ),
    )
    .action(restore);
  backup
    .command("ship")
    .description("ship a SQLite store's log to ARCHIVE_DIR, each second, until it is stopped")
    .action(shipLog);
  backup
    .command("drill")
    .description("restore the newest state of ARCHIVE_DIR beside the store, and say what is in it")
    .action(drill);
}

async function write(file: string): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = await siteSettings();
  await writeBackup(databaseDirectUrl ?? databaseUrl, file);
  await print(`Backup written to ${file}.\n`);
}

/** An earlier copy would still have the keys that were forgotten since, so there is never more than the newest. */
async function writeKeys(file: string): Promise<void> {
  const { personKeys } = await siteSettings();
  if (personKeys === undefined) throw new Refusal("PERSON_KEYS is not set: there is no file of keys.");
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  await writeBackup(`file:${resolve(personKeys)}`, draft);
  renameSync(draft, file);
  await print(`Keys of persons written to ${file}.\n`);
}

/** What was restored is opened, and its consent log verified. */
async function restore(from: string, { into, to }: { into: string; to?: number }): Promise<void> {
  const settings = await siteSettings({ DATABASE_URL: into, DATABASE_DIRECT_URL: "" });
  const isArchive = statSync(from, { throwIfNoEntry: false })?.isDirectory();
  if (isArchive) await fromArchive(from, settings, to);
  else if (to !== undefined) throw new Refusal("Only a folder of ARCHIVE_DIR can be restored to a time.");
  else await restoreBackup(from, settings.databaseUrl);
  await verified(settings);
}

async function fromArchive(folder: string, settings: Settings, to?: number): Promise<void> {
  const { databaseUrl: url, archive } = settings;
  if (!url.startsWith("file:"))
    throw new Refusal("The archive has a SQLite store: --into must begin with file:.");
  if (!archive.identity) throw new Refusal("ARCHIVE_IDENTITY is not set: the file of age's private key.");
  const { at, damage } = await putBack(folder, archive.identity, sqlitePath(url), to);
  await print([...damage, `This is the store as it was at ${new Date(at).toISOString()}.\n`].join(" "));
}

/** Opens it and says what is in it. @throws Refusal when its consents are not intact */
async function verified({ databaseUrl: url, hashKey, dataKeys, personKeys }: Settings): Promise<void> {
  const store = await openStore({ url, now: Date.now, log: silentLog, hashKey, dataKeys, personKeys });
  try {
    await print(`${await contents(store)}\n`);
  } finally {
    await store.close();
  }
}

function readTime(text: string): number {
  const time = Date.parse(text);
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time))
    throw new InvalidArgumentError("It must be a time with its zone, such as 2026-11-23T21:00:00Z.");
  return time;
}

async function shipLog(): Promise<void> {
  const { databaseUrl, archive } = await siteSettings();
  const { folder, recipient } = archive;
  if (!databaseUrl.startsWith("file:"))
    throw new Refusal("PostgreSQL's log is shipped by claimpath-archive (docs/operations.md).");
  if (!folder || !recipient) throw new Refusal("ARCHIVE_DIR and ARCHIVE_RECIPIENT must be set.");
  const stop = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"]) process.once(name, () => stop.abort());
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  await ship({ ...archive, folder, recipient, path: sqlitePath(databaseUrl), say, signal: stop.signal });
}

/** A real restore, to a folder that goes again. */
async function drill(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-drill-"));
  try {
    const began = performance.now();
    const { archive } = await siteSettings();
    if (!archive.folder) throw new Refusal("ARCHIVE_DIR is not set: there is no archive to restore.");
    await restore(archive.folder, { into: `file:${join(folder, "claimpath.db")}` });
    await noteMetric(archive.metrics, "claimpath_drill_timestamp_seconds", Date.now());
    await print(`That took ${Math.round((performance.now() - began) / 1000)} s.\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function contents(store: Store): Promise<string> {
  let leads = 0;
  for await (const _ of store.leads.iterate({})) leads += 1;
  const messages = await store.outbox.count();
  const verdict = await verifyLog(store);
  if (!verdict.ok) throw new Refusal(`Restored, but its consents are not intact: ${verdict.reason}.`);
  const found = [
    counted(leads, "lead"),
    counted(messages, "message"),
    counted(verdict.count, "consent record"),
  ];
  return `Restored ${found.join(", ")}. The consent log is intact.`;
}
