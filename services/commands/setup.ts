import { existsSync, rmSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { Option } from "commander";
import { peopleFileOf, readPeople } from "../console/people-file.ts";
import { findingsOf } from "../operations/doctor/findings.ts";
import { lookAtSettings } from "../operations/doctor/settings.ts";
import { Refusal } from "../operations/refusal.ts";
import { readSettings, type Settings } from "../settings/env.ts";
import { environmentIn } from "../settings/load-env.ts";
import { refusePlaceholders } from "../settings/public-site.ts";
import { type Program, print } from "./program.ts";
import { domain, facts, fromOptions, fromTerminal } from "./setup/answering.ts";
import {
  additionsOf,
  type Before,
  filesOf,
  type Plan,
  planned,
  textOf,
  withAdditions,
} from "./setup/plan.ts";
import { receivers, whereTo } from "./setup/receivers.ts";
import { sendSample } from "./try.ts";

type Variables = Readonly<Record<string, string>>;

/**
 * The contents of a file of settings for both of its readers: Node's for `.env`, and ours for what systemd reads too.
 */
export function settingsIn(text: string, isOurs: boolean): Record<string, string> {
  return isOurs ? environmentIn(text) : (parseEnv(text) as Record<string, string>);
}

/**
 * The text with these settings in it. Lines about them are replaced, the others stay as they are.
 * @throws Refusal when the result would not say what it should to both readers
 */
export function withSettings(text: string, settings: Variables): string {
  const added = new Map(Object.entries(settings));
  const lines = text.split("\n").map((line) => {
    const [, name = ""] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line) ?? [];
    if (!Object.hasOwn(settings, name)) return line;
    added.delete(name);
    return lineOf(name, settings[name]!);
  });
  while (lines.at(-1) === "") lines.pop();
  const result = [...lines, ...[...added].map(([name, value]) => lineOf(name, value)), ""].join("\n");
  for (const isOurs of [true, false]) {
    const wanted = { ...settingsIn(text, isOurs), ...settings };
    const read = settingsIn(result, isOurs);
    const wrong = Object.keys({ ...wanted, ...read }).find((name) => wanted[name] !== read[name]);
    if (wrong) throw new Refusal(`Nothing was written: ${wrong} has quotes or lines that no file can hold.`);
  }
  return result;
}

function lineOf(name: string, value: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(value)) return `${name}=${value}`;
  return value.includes("'") ? `${name}="${value}"` : `${name}='${value}'`;
}

export function addSetup(program: Program): void {
  const command = program
    .command("setup")
    .description("ask what a site needs, write its files, try them, and say what is left");
  const questions = [
    domain,
    ...facts,
    whereTo,
    ...Object.values(receivers).flatMap((each) => each.questions),
  ];
  const options = questions.map(({ option, text }) => new Option(`--${option} <answer>`, text));
  for (const option of options) command.addOption(option);
  command
    .option("--yes", "ask nothing: what is not given stays or is the default, and files may be added to")
    .action(({ yes = false, ...given }: Record<string, string> & { yes?: boolean }) => {
      const answers = options.map((option) => [option.long!.slice(2), given[option.attributeName()]]);
      return setUp(Object.fromEntries(answers), yes);
    });
}

type Options = Readonly<Record<string, string | undefined>>;

async function setUp(given: Options, isSure: boolean): Promise<void> {
  const isAsking = process.stdin.isTTY && !isSure;
  const before = await lookAround();
  const from = isAsking ? fromTerminal(given) : fromOptions(given, isSure);
  let plan: Plan;
  try {
    plan = await planned(before, from);
    const there = await showChanges(before, plan);
    await from.agree(there);
  } finally {
    from.close();
  }
  const settings = await written(before, plan);
  await print("Written.\n");
  const isWell = await isReceived(settings, plan, { ...before.env, ...plan.settings });
  await sayWhatIsLeft(before, plan, settings, isWell);
}

/** @throws BadSetting where the files are wrong already: they are the operator's to mend */
async function lookAround(): Promise<Before> {
  const { settingsFile } = filesOf(process.env);
  const inFile = settingsIn(textOf(settingsFile), process.env.ENV_FILE !== undefined);
  const env = { ...inFile, ...process.env };
  const files = filesOf(env);
  const main = existsSync(files.claimpathFile) ? { CLAIMPATH_FILE: files.claimpathFile } : {};
  readSettings({ ...env, ...main });
  return { ...files, env };
}

/** Says what would be written. @returns the files that would be changed */
async function showChanges(before: Before, plan: Plan): Promise<string[]> {
  const { receiver } = plan;
  const changes: [file: string, what: string][] = [];
  const names = Object.keys(plan.settings);
  if (names.length > 0) changes.push([before.settingsFile, names.join(", ")]);
  const what = additionsOf(plan).map(({ path }) =>
    path[0] === "destinations" ? `the receiver ${path[1]} (${receiver!.kind})` : path.join("."),
  );
  if (what.length > 0) changes.push([before.claimpathFile, what.join(", ")]);
  for (const [file, what] of changes) await print(`${file} gets ${what}\n`);
  return changes.map(([file]) => file).filter((file) => existsSync(file));
}

/** The first line of a new file. */
const heading = "# `npm run claimpath -- settings` prints every setting of this file with what it is for.\n";

/**
 * Writes the files, once it is certain that a site would start with them.
 * @throws Refusal or BadSetting, and then nothing was written
 */
async function written(before: Before, plan: Plan): Promise<Settings> {
  const { settings } = plan;
  const { env, settingsFile, claimpathFile } = before;
  const outside = Object.keys(settings).find((name) => process.env[name] !== undefined);
  if (outside)
    throw new Refusal(`Nothing was written: ${outside} is set in the environment; change it there.`);
  const text = withSettings(textOf(settingsFile), settings);
  const isThere = existsSync(claimpathFile);
  const additions = additionsOf(plan);
  const content = (isThere ? "" : heading) + withAdditions(textOf(claimpathFile), additions);
  const draft = `${claimpathFile}.new`;
  const isChanged = additions.length > 0;
  try {
    if (isChanged) writeFileSync(draft, content, { mode: 0o600 });
    const main = isChanged ? draft : isThere && claimpathFile;
    refusePlaceholders(readSettings({ ...env, ...settings, ...(main && { CLAIMPATH_FILE: main }) }));
    // In place: the file keeps its owner and its readers.
    writeFileSync(settingsFile, text, { mode: 0o600 });
    if (isChanged) writeFileSync(claimpathFile, content, { mode: 0o600 });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw new Refusal(`${path ?? settingsFile} cannot be written (${code}).`);
  } finally {
    rmSync(draft, { force: true });
  }
  const main = existsSync(claimpathFile) ? { CLAIMPATH_FILE: claimpathFile } : {};
  return readSettings({ ...env, ...settings, ...main });
}

/** Sends the new receiver a marked sample. */
async function isReceived(settings: Settings, { receiver }: Plan, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!receiver) return true;
  await print(`\nA marked sample for ${receiver.name}:\n`);
  try {
    await sendSample(settings, receiver.name, {}, env);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await print(`${error.message}\n`);
    return false;
  }
}

async function sayWhatIsLeft(
  { settingsFile, claimpathFile }: Before,
  { settings: added, receiver, isPublic }: Plan,
  settings: Settings,
  isWell: boolean,
): Promise<void> {
  const wrong = (await findingsOf(settings)).filter(({ verdict }) => verdict === "wrong");
  const notes = lookAtSettings(settings).filter(({ verdict }) => verdict === "note");
  // We make a webhook's secret ourselves, so it cannot be wrong.
  const secret =
    receiver?.kind === "webhook"
      ? undefined
      : Object.keys(added).find((name) => name.startsWith(`${receiver?.name.toUpperCase()}_`));
  const hasPeople = Object.keys(readPeople(peopleFileOf(settings))).length > 0;
  const left: [boolean, string][] = [
    ...[...wrong, ...notes].map(({ text }): [boolean, string] => [true, text]),
    [
      !isWell,
      `Try it again: npm run claimpath -- try ${receiver?.name}${secret ? `; what it asks for is ${secret} in ${settingsFile}` : ""}`,
    ],
    [receiver?.kind === "webhook", `Give the receiver its secret, which is in ${settingsFile}.`],
    [
      receiver !== undefined && !isPublic,
      `Leads for ${receiver?.name} are marked as tests until it has mode: live in ${claimpathFile}.`,
    ],
    [
      "DATA_KEYS" in added,
      `Keep a copy of ${settingsFile}: without its DATA_KEYS nobody can read the stored leads.`,
    ],
    [isPublic, "Let a proxy such as Caddy speak https for the domain (docs/run-in-production.md, step 5)."],
    [isPublic && !hasPeople, "Let yourself into the console: npm run claimpath -- console add <name>"],
    [true, "Start the site: npm start"],
  ];
  await print("\nWhat is left:\n");
  for (const [, text] of left.filter(([is]) => is)) await print(`- ${text}\n`);
  if (!isWell || wrong.length > 0) process.exitCode = 1;
}
