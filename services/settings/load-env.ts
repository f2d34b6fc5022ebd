import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { BadSetting } from "./kinds.ts";

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

/** Where a site's other settings are, unless CLAIMPATH_FILE says so: beside the file of variables. */
export const usualFile = () => join(dirname(process.env.ENV_FILE || ".env"), "claimpath.yaml");

/** Adds the settings of the file to the environment, and where the others are; what the environment already says wins. */
export function loadEnvFile(): void {
  const file = envFile();
  process.env = { ...file?.values, ...process.env };
  if (!process.env.CLAIMPATH_FILE && existsSync(usualFile())) process.env.CLAIMPATH_FILE = usualFile();
}

/**
 * The settings in a file as systemd reads it (EnvironmentFile= in systemd.exec(5)), so that the operators' commands and
 * the site have the same: a shell would take an `&` in the database's address for the end of a command.
 * @param text of the file
 */
export function environmentIn(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  // A backslash at the end of a line continues it with the next, also in a comment.
  for (const line of text.replaceAll("\\\n", "").split(/\r?\n/)) {
    const [, name, value] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings[name] = unquoted(value!.trim());
  }
  return settings;
}

/** Pieces of one value: in double quotes, in single quotes, or unquoted. */
const pieces = /"((?:\\.|[^"\\])*)"|'([^']*)'|((?:\\.|[^"'\\])+)/g;

function unquoted(value: string): string {
  return [...value.matchAll(pieces)]
    .map(([, double, single, bare]) => {
      if (single !== undefined) return single;
      if (double !== undefined) return double.replace(/\\(["\\`$])/g, "$1");
      return bare!.replace(/\\(.)/g, "$1");
    })
    .join("");
}
