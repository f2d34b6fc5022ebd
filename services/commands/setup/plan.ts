import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMap, parseDocument } from "yaml";
import { defaultFacts } from "../../settings/plain-settings.ts";
import { isPublic } from "../../settings/public-site.ts";
import { sqlitePath } from "../../store/engine/sqlite-file.ts";
import { type Answering, domain, facts } from "./answering.ts";
import { receivers, whereTo } from "./receivers.ts";

/** A value with the keys that lead to its place. */
type Addition = { path: readonly string[]; value: unknown };

/** The names of the receivers in a file. */
function namesIn(text: string): string[] {
  const destinations = parseDocument(text, { stringKeys: true }).get("destinations", true);
  return isMap(destinations) ? destinations.items.map(({ key }) => String(key)) : [];
}

/** The text with these in it; what was there stays, with its comments. */
export function withAdditions(text: string, additions: readonly Addition[]): string {
  if (additions.length === 0) return text;
  const document = parseDocument(text, { stringKeys: true });
  for (const { path, value } of additions) {
    // A section that has only comments so far.
    if (document.get(path[0]) === null) document.delete(path[0]);
    document.setIn(path, document.createNode(value));
  }
  return document.toString({ lineWidth: 0 });
}

/** A name that is not taken yet: `desk`, `desk-2`. */
function freeName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** The contents of a site's files before setup. */
export type Before = {
  /** All variables: those of the file, overridden by the environment's. */
  env: Readonly<Record<string, string | undefined>>;
  /** The file that holds the environment variables. */
  settingsFile: string;
  /** The file of all other settings: claimpath.yaml. */
  claimpathFile: string;
};

/** What setup is going to write. */
export type Plan = {
  /** Variables that are new or other than they were. */
  settings: Record<string, string>;
  /** Facts about the company, for claimpath.yaml. */
  facts: Record<string, string>;
  /** The receiver that is added, if one is. */
  receiver?: { name: string; kind: string; body: object };
  isPublic: boolean;
};

/** Asks everything and writes nothing. @throws Refusal in one sentence */
export async function planned(before: Before, from: Answering): Promise<Plan> {
  const { env } = before;
  const origin = await from.answer({ ...domain, fallback: env.SITE_ORIGIN ?? domain.fallback });
  const isOpen = origin !== "" && isPublic(origin);
  const settings: Record<string, string> = origin === "" ? {} : { SITE_ORIGIN: origin };
  // Only a proxy in front speaks https, and without this setting all visitors would share one address.
  if (isOpen && env.TRUST_PROXY === undefined) settings.TRUST_PROXY = "1";
  const changed: Plan["facts"] = {};
  const inFile = companyIn(before.claimpathFile);
  let email = "";
  for (const { key, ...question } of facts) {
    const current = inFile[key];
    const fallback = current ?? (isOpen ? undefined : defaultFacts[key]);
    const answer = await from.answer({ ...question, fallback });
    if (key === "email" && answer !== defaultFacts.email) email = answer;
    if (answer === (current ?? defaultFacts[key])) continue;
    changed[key] = answer;
  }
  Object.assign(settings, newKeys(env));
  const receiver = await plannedReceiver(before, from, settings, email);
  from.refuseUnused();
  const isWritten = Object.keys(changed).length > 0 || receiver !== undefined;
  // Whatever else starts the site may not know where to find its variables.
  const isElsewhere = dirname(before.claimpathFile) !== "." && !env.CLAIMPATH_FILE;
  if (isWritten && isElsewhere) settings.CLAIMPATH_FILE = before.claimpathFile;
  const other = Object.entries(settings).filter(([name, value]) => env[name] !== value);
  return { settings: Object.fromEntries(other), facts: changed, receiver, isPublic: isOpen };
}

/** The company's part of claimpath.yaml so far. */
function companyIn(file: string): Record<string, string | undefined> {
  const given = parseDocument(textOf(file), { stringKeys: true }).toJS() as { company?: object } | null;
  return { ...given?.company };
}

/** @param settings gets the receiver's secret @param email that letters come from unless somebody says otherwise */
async function plannedReceiver(
  { claimpathFile }: Before,
  from: Answering,
  settings: Record<string, string>,
  email: string,
): Promise<Plan["receiver"]> {
  const kind = await from.answer(whereTo);
  const receiver = receivers[kind];
  if (!receiver) return undefined;
  const answers: Record<string, string> = {};
  for (const question of receiver.questions) {
    const fallback = question.option === "from" && email !== "" ? email : question.fallback;
    answers[question.option] = await from.answer({ ...question, fallback });
  }
  const name = freeName(receiver.name, namesIn(textOf(claimpathFile)));
  const variable = `${name}_${receiver.secret?.suffix}`.toUpperCase().replaceAll("-", "_");
  if (receiver.secret?.isNeeded?.(answers) ?? receiver.secret) {
    const { from: source } = receiver.secret!;
    settings[variable] = typeof source === "function" ? source() : await from.secret(source);
  }
  return { name, kind, body: receiver.body(answers, `\${${variable}}`) };
}

/** The additions to claimpath.yaml. */
export function additionsOf({ receiver, ...plan }: Plan): Addition[] {
  const company = Object.entries(plan.facts).map(
    ([key, value]): Addition => ({ path: ["company", key], value }),
  );
  const added: Addition[] = receiver ? [{ path: ["destinations", receiver.name], value: receiver.body }] : [];
  return [...company, ...added];
}

/**
 * Keys for a store that does not exist yet. One that does has its own: with another key its suppression list would stop
 * nobody, and what is sealed could not be read.
 */
function newKeys(env: Before["env"]): Record<string, string> {
  const url = env.DATABASE_URL ?? "file:./data/claimpath.db";
  if (!url.startsWith("file:") || existsSync(sqlitePath(url))) return {};
  const missing = ["SESSION_SECRETS", "HASH_KEY", "DATA_KEYS"].filter((name) => !env[name]);
  return Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString("hex")]));
}

/** The files that the site reads, and the one of other settings beside that of variables. */
export function filesOf(env: NodeJS.ProcessEnv): Omit<Before, "env"> {
  const settingsFile = env.ENV_FILE || ".env";
  const claimpathFile = env.CLAIMPATH_FILE || join(dirname(settingsFile), "claimpath.yaml");
  return { settingsFile, claimpathFile };
}

export function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
