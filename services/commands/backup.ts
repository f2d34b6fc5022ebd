import { parseArgs } from "node:util";
import { verify } from "../consent/chain.ts";
import { readSettings } from "../env.ts";
import { loadEnvFile } from "../load-env.ts";
import { silentLog } from "../log.ts";
import { restoreBackup, writeBackup } from "../store/backup.ts";
import { openStore } from "../store/store.ts";
import type { Store } from "../store/types.ts";
import { idIn } from "./arguments.ts";
import { answerOnCommandLine, BadUsage, print, Refusal } from "./command-line.ts";
import { counted } from "./text.ts";

const usage = "Usage: backup write <file> | backup restore <file> --into <DATABASE_URL of an empty store>";

async function write(args: string[]): Promise<void> {
  const file = idIn(args, usage);
  loadEnvFile();
  await writeBackup(readSettings(process.env).databaseUrl, file);
  await print(`written to ${file}\n`);
}

/** The drill as well as the real thing: what was restored is opened, and its consent chain walked. */
async function restore(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { into: { type: "string" } },
    allowPositionals: true,
  });
  const file = idIn(positionals, usage);
  if (!values.into) throw new BadUsage(usage);
  loadEnvFile();
  const settings = readSettings({ ...process.env, DATABASE_URL: values.into });
  const { databaseUrl: url, hashKey, dataKeys } = settings;
  await restoreBackup(file, url);
  const store = await openStore({ url, now: Date.now, log: silentLog, hashKey, dataKeys });
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
  const verdict = await verify(store.consents.iterate());
  if (!verdict.ok) throw new Refusal(`Restored, but the consent chain breaks at ${verdict.seq}.`);
  const found = [counted(leads, "lead"), counted(messages, "message"), counted(verdict.count, "consent")];
  return `restored: ${found.join(", ")}, chain whole`;
}

await answerOnCommandLine(async ([name, ...args]) => {
  if (name === "write") return write(args);
  if (name === "restore") return restore(args);
  throw new BadUsage(usage);
});
