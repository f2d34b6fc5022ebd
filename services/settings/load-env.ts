import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { environmentIn } from "./environment-file.ts";

/** A file of settings, with what it says now. */
export type EnvFile = { path: string; values: Record<string, string | undefined> };

/** The file of settings: `.env`, if there is one, or what `ENV_FILE` names, which is read as systemd reads it. */
export function envFile(): EnvFile | undefined {
  const { ENV_FILE } = process.env;
  if (ENV_FILE) return { path: ENV_FILE, values: environmentIn(readFileSync(ENV_FILE, "utf8")) };
  return existsSync(".env") ? { path: ".env", values: parseEnv(readFileSync(".env", "utf8")) } : undefined;
}

/** Adds the settings of the file to the environment; what the environment already says wins. */
export function loadEnvFile(): void {
  const file = envFile();
  if (file) process.env = { ...file.values, ...process.env };
}
