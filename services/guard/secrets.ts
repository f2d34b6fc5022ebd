import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Settings } from "../settings/env.ts";
import { sqlitePath } from "../store/engine/sqlite-file.ts";
import { type LogKey, logKeyOf } from "../transparency/signed-note.ts";

/**
 * The secrets that sign cookies and forms. Without a setting one is made on the first start and kept
 * beside the database file, so that a restart ends no visit. (Settings demand one for a shared database.)
 * @throws an Error in plain words when the folder cannot be used
 */
export function sessionSecrets(settings: Settings): string[] {
  return settings.sessionSecrets ?? [keptSecret(settings, "session-secret")];
}

/**
 * The key that signs the log of consents. Without a setting it is kept as the session secret is; on a shared database it
 * follows from the first session secret then.
 */
export function consentLogKey(settings: Settings): LogKey {
  const { consentLogKey: given, sessionSecrets: [shared] = [] } = settings;
  const isFile = settings.databaseUrl.startsWith("file:");
  return logKeyOf(given ?? (isFile ? keptSecret(settings, "consent-log-key") : shared!));
}

/** Made once, beside the database file. */
function keptSecret({ databaseUrl }: Settings, name: string): string {
  const folder = dirname(sqlitePath(databaseUrl));
  const file = join(folder, name);
  try {
    if (!existsSync(file)) make(folder, name);
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`The folder ${folder} of DATABASE_URL cannot be used.`, { cause: error });
  }
}

/** Written whole under another name and then linked: of two processes that start at once, both read the same one. */
function make(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${name}-${process.pid}`);
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    linkSync(draft, join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
}
