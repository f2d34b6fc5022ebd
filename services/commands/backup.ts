import { renameSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Option } from "commander";
import { verifyLog } from "../consent-log/verify-log.ts";
import { silentLog } from "../observe/log.ts";
import { Refusal } from "../operations/refusal.ts";
import { counted } from "../operations/text.ts";
import { restoreBackup, writeBackup } from "../store/engine/backup.ts";
import { openStore, type Store } from "../store/store.ts";
import { type Program, print } from "./program.ts";
import { siteSettings } from "./with-store.ts";

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
    .description("restore a backup into an empty store, then open it and verify its consent log")
    .argument("<file>")
    .addOption(
      new Option(
        "--into <url>",
        "the empty store, written like DATABASE_URL; a password is safer in the variable",
      )
        .env("RESTORE_URL")
        .makeOptionMandatory(),
    )
    .action(restore);
}

async function write(file: string): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = siteSettings();
  await writeBackup(databaseDirectUrl ?? databaseUrl, file);
  await print(`Backup written to ${file}.\n`);
}

/** An earlier copy would still have the keys that were forgotten since, so there is never more than the newest. */
async function writeKeys(file: string): Promise<void> {
  const { personKeys } = siteSettings();
  if (personKeys === undefined) throw new Refusal("PERSON_KEYS is not set: there is no file of keys.");
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  await writeBackup(`file:${resolve(personKeys)}`, draft);
  renameSync(draft, file);
  await print(`Keys of persons written to ${file}.\n`);
}

/** Opens what was restored, and verifies its consent log. */
async function restore(file: string, { into }: { into: string }): Promise<void> {
  const settings = siteSettings({ DATABASE_URL: into, DATABASE_DIRECT_URL: "" });
  const { databaseUrl: url, hashKey, dataKeys, personKeys } = settings;
  if (url.startsWith("file:") && statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Refusal(
      `${file} is a folder: what an older release shipped there is restored by that release (CHANGELOG.md).`,
    );
  }
  await restoreBackup(file, url);
  const store = await openStore({ url, now: Date.now, log: silentLog, hashKey, dataKeys, personKeys });
  try {
    await print(`${await contents(store)}\n`);
  } finally {
    await store.close();
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
