import { parseEnv } from "node:util";
import { Refusal } from "../../operations/refusal.ts";
import { environmentIn } from "../../settings/load-env.ts";

type Settings = Readonly<Record<string, string>>;

/** What a file of settings says to both of its readers: Node's for `.env`, and ours for what systemd reads too. */
export function settingsIn(text: string, isOurs: boolean): Record<string, string> {
  return isOurs ? environmentIn(text) : (parseEnv(text) as Record<string, string>);
}

/**
 * The text with these settings in it. Lines about them are replaced, the others stay as they are.
 * @throws Refusal when the result would not say what it should to both readers
 */
export function withSettings(text: string, settings: Settings): string {
  const added = new Map(Object.entries(settings));
  const lines = text.split("\n").map((line) => {
    const [, name = ""] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line) ?? [];
    if (!Object.hasOwn(settings, name)) return line;
    added.delete(name);
    return written(name, settings[name]!);
  });
  while (lines.at(-1) === "") lines.pop();
  const result = [...lines, ...[...added].map(([name, value]) => written(name, value)), ""].join("\n");
  for (const isOurs of [true, false]) {
    const wanted = { ...settingsIn(text, isOurs), ...settings };
    const read = settingsIn(result, isOurs);
    const wrong = Object.keys({ ...wanted, ...read }).find((name) => wanted[name] !== read[name]);
    if (wrong) throw new Refusal(`Nothing was written: ${wrong} has quotes or lines that no file can hold.`);
  }
  return result;
}

function written(name: string, value: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(value)) return `${name}=${value}`;
  return value.includes("'") ? `${name}="${value}"` : `${name}='${value}'`;
}
