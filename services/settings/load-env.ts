import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { BadSetting } from "./bad-setting.ts";
import { environmentIn } from "./environment-file.ts";

/** A file of settings, with what it says now. */
export type EnvFile = { path: string; text: string; values: Record<string, string | undefined> };

/** The file of settings: `.env`, if there is one, or what `ENV_FILE` names, which is read as systemd reads it. */
export function envFile(): EnvFile | undefined {
  const { ENV_FILE } = process.env;
  if (!ENV_FILE && !existsSync(".env")) return undefined;
  const path = ENV_FILE || ".env";
  const text = readFileSync(path, "utf8");
  return { path, text, values: ENV_FILE ? environmentIn(text) : readTwice(text) };
}

/**
 * The file as Node reads it, where systemd, Docker and this program's own reader would find the same.
 * @throws BadSetting for what each of them reads in another way
 */
function readTwice(text: string): EnvFile["values"] {
  const [values, others] = [parseEnv(text), environmentIn(text)];
  const names = Object.keys({ ...values, ...others }).filter((name) => values[name] !== others[name]);
  if (names.length === 0) return values;
  throw new BadSetting(
    names.map(
      (name) =>
        `${name} must be in single quotes in .env, on a line of its own, since # and quotes are read in two ways`,
    ),
  );
}

/** Adds the settings of the file to the environment; what the environment already says wins. */
export function loadEnvFile(): void {
  const file = envFile();
  if (file) process.env = { ...file.values, ...process.env };
}
