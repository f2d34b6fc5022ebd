import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Settings } from "./env.ts";

/**
 * The secrets that sign cookies and forms. Without a setting one is made on the first start and kept
 * beside the database file, so that a restart ends no visit. (Settings demand one for a shared database.)
 */
export function sessionSecrets(settings: Settings): string[] {
  if (settings.sessionSecrets) return settings.sessionSecrets;
  const file = join(dirname(settings.databaseUrl.replace(/^file:/, "")), "session-secret");
  mkdirSync(dirname(file), { recursive: true });
  try {
    // Exclusive: of two processes that start at once, one makes it and both read it.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return [readFileSync(file, "utf8").trim()];
}
