import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Option } from "commander";
import { verifyLog } from "../consent-log/verify-log.ts";
import { peopleFileOf } from "../console/people-file.ts";
import { consentLogKey, sessionSecrets } from "../guard/secrets.ts";
import { silentLog } from "../observe/log.ts";
import { Refusal } from "../operations/refusal.ts";
import { counted, table } from "../operations/text.ts";
import type { Settings } from "../settings/env.ts";
import { type Move, moveStore } from "../store/engine/move.ts";
import { sqlitePath } from "../store/engine/sqlite-file.ts";
import { openStore } from "../store/store.ts";
import { type Program, print } from "./program.ts";
import { siteSettings } from "./with-store.ts";

export function addMove(program: Program): void {
  program
    .command("move")
    .description("move the SQLite store of a stopped site into an empty PostgreSQL database")
    .addOption(
      new Option("--into <url>", "the database itself, past any pooler; a password is safer in the variable")
        .env("MOVE_URL")
        .makeOptionMandatory(),
    )
    .action(move);
}

async function move({ into }: { into: string }): Promise<void> {
  const settings = siteSettings();
  const { databaseUrl } = settings;
  if (!databaseUrl.startsWith("file:"))
    throw new Refusal("DATABASE_URL must name the SQLite store that is to be moved.");
  if (!/^postgres(ql)?:\/\//.test(into)) throw new Refusal("--into must begin with postgres://.");
  const path = sqlitePath(databaseUrl);
  if (!existsSync(path)) throw new Refusal(`There is no store at ${path}.`);
  const beganAt = performance.now();
  const moved = await moveStore(path, into, silentLog);
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
  const all = moved.reduce((sum, { rows }) => sum + rows, 0);
  const said = `${counted(all, "row")} in ${counted(moved.length, "table")}, in ${seconds} s.`;
  await print(`${countsOf(moved)}\nMoved: ${said} Each table has as many rows on both sides.\n`);
  await print(`${await verified(settings, into)}\n${nextSteps(settings)}\n`);
}

function countsOf(moved: Move): string {
  const filled = moved.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, String(rows)]);
  return table(["Table", "Rows"], filled);
}

/** Opens the database as a site does. */
async function verified(settings: Settings, url: string): Promise<string> {
  const { hashKey, dataKeys, personKeys } = settings;
  const codeKeys = sessionSecrets(settings);
  const store = await openStore({
    url,
    now: Date.now,
    log: silentLog,
    hashKey,
    codeKeys,
    dataKeys,
    personKeys,
  });
  try {
    const verdict = await verifyLog(store, { key: consentLogKey(settings) });
    if (!verdict.ok) throw new Refusal(`Moved, but its consents are not intact: ${verdict.reason}.`);
    return `The consent log is intact (${counted(verdict.count, "consent")}).`;
  } finally {
    await store.close();
  }
}

/** Files beside the store's, which do not move by themselves once the store is a database. */
function nextSteps(settings: Settings): string {
  const folder = dirname(sqlitePath(settings.databaseUrl));
  const people = peopleFileOf(settings);
  const lines = ["DATABASE_URL: the address of the database"];
  if (!settings.sessionSecrets)
    lines.push(`SESSION_SECRETS: what ${join(folder, "session-secret")} contains, so that visitors go on`);
  if (!settings.consentLogKey)
    lines.push(`CONSENT_LOG_KEY: what ${join(folder, "consent-log-key")} contains, so that the log goes on`);
  if (!settings.consolePeopleFile && people && existsSync(people))
    lines.push(`CONSOLE_PEOPLE_FILE: ${people}`);
  return `Set these, and start the site:\n${lines.map((line) => `  ${line}`).join("\n")}\nThe SQLite store is as it was: start nothing on it any more, and delete it once you are sure.`;
}
