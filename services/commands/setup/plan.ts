import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaultFacts } from "../../settings/company.ts";
import { isPublic } from "../../settings/public-site.ts";
import { sqlitePath } from "../../store/sqlite-file.ts";
import type { Answering } from "./answering.ts";
import { freeName, namesIn, withDestination } from "./destinations-text.ts";
import { domain, facts } from "./questions.ts";
import { receivers, whereTo } from "./receivers.ts";

/** What the files of a site say before setup. */
export type Before = {
  /** All settings: those of the file, and those of the environment over them. */
  env: Readonly<Record<string, string | undefined>>;
  settingsFile: string;
  destinationsFile: string;
};

/** What setup is going to write. */
export type Plan = {
  /** Settings that are new or other than they were. */
  settings: Record<string, string>;
  /** The receiver that is added, if one is, and the file's whole text with it. */
  receiver?: { name: string; kind: string; text: string };
  isPublic: boolean;
};

/** Asks everything and writes nothing. @throws Refusal in one sentence */
export async function planned(before: Before, from: Answering): Promise<Plan> {
  const { env } = before;
  const origin = await from.answer({ ...domain, fallback: env.SITE_ORIGIN ?? domain.fallback });
  const isOpen = origin !== "" && isPublic(origin);
  const settings: Record<string, string> = origin === "" ? {} : { SITE_ORIGIN: origin };
  // Nothing but a proxy in front speaks https, and without it all visitors would be one address.
  if (isOpen && env.TRUST_PROXY === undefined) settings.TRUST_PROXY = "1";
  for (const { setting, ...question } of facts) {
    const fallback = env[setting] ?? (isOpen ? undefined : defaultFacts[setting]);
    const answer = await from.answer({ ...question, fallback });
    if (answer !== defaultFacts[setting]) settings[setting] = answer;
  }
  Object.assign(settings, newKeys(env));
  const receiver = await plannedReceiver(before, from, settings);
  from.refuseUnused();
  const changed = Object.entries(settings).filter(([name, value]) => env[name] !== value);
  return { settings: Object.fromEntries(changed), receiver, isPublic: isOpen };
}

/** @param settings gets the receiver's secret, and where the file is */
async function plannedReceiver(
  { env, destinationsFile: file }: Before,
  from: Answering,
  settings: Record<string, string>,
): Promise<Plan["receiver"]> {
  const kind = await from.answer(whereTo);
  const receiver = receivers[kind];
  if (!receiver) return undefined;
  const answers: Record<string, string> = {};
  for (const question of receiver.questions) {
    // Letters come from the site's own address unless somebody says otherwise.
    const fallback = question.option === "from" ? settings.CONTACT_EMAIL : question.fallback;
    answers[question.option] = await from.answer({ ...question, fallback });
  }
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const name = freeName(receiver.name, namesIn(text));
  const variable = `${name}_${receiver.secret?.suffix}`.toUpperCase().replaceAll("-", "_");
  if (receiver.secret?.isNeeded?.(answers) ?? receiver.secret) {
    const { from: source } = receiver.secret!;
    settings[variable] = typeof source === "function" ? source() : await from.secret(source);
  }
  if (env.DESTINATIONS_FILE === undefined) settings.DESTINATIONS_FILE = file;
  return { name, kind, text: withDestination(text, name, receiver.body(answers, `\${${variable}}`)) };
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

/** The file of settings that the site reads, and the receivers' file beside it. */
export function filesOf(env: NodeJS.ProcessEnv): Omit<Before, "env"> {
  const settingsFile = env.ENV_FILE ?? ".env";
  return {
    settingsFile,
    destinationsFile: env.DESTINATIONS_FILE ?? join(dirname(settingsFile), "destinations.yaml"),
  };
}
