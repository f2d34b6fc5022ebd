import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Document, isScalar, parseDocument, Scalar } from "yaml";
import { Refusal } from "../../operations/refusal.ts";
import { impersonal } from "../../operations/text.ts";
import { takesAlarms } from "../../providers/destinations/alarm-sinks.ts";
import { isBuyer } from "../../providers/route.ts";
import { lackingIn, readDestinations } from "../../settings/destinations/destinations.ts";
import type { Declared } from "../../settings/destinations/shape.ts";
import {
  affiliateInFile,
  type Changes,
  capFields,
  changeKey,
  type Party,
  parties,
  receiverInFile,
  receiverInForce,
  type TermField,
  termFields,
} from "../../settings/destinations/terms.ts";
import type { Settings } from "../../settings/env.ts";
import type { NewTerm, TermsBy, TermsOwner } from "../../store/outbox/terms.ts";
import type { TermsChange } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { readYaml } from "../../yaml/yaml-file.ts";
import { readTerm } from "./read-term.ts";

type Context = { store: Pick<Store, "terms" | "termsInForce" | "pauses">; settings: Settings };

/** A field with what the file says, what counts now, and the change that made the difference. */
export type Term = { field: TermField; inFile: string; now: string; change?: TermsChange };
export type OwnersTerms = TermsOwner & { terms: readonly Term[]; isLive: boolean };

/** Enough for every field of everybody, with changes that are years old. */
const mostChanges = 10_000;
const affiliateForm = /^[\w.-]{1,64}$/;

/** An owner's fields; only buyers pay, and only one that is asked before it has the lead can bid too little. */
function fieldsOf(declared: Declared | undefined): readonly TermField[] {
  if (!declared) return ["paused", "payout", "daily-cap", "weekly-cap", "monthly-cap"];
  const isBidder = "ping" in declared && declared.ping?.answer.price !== undefined;
  return termFields.filter((field) => {
    if (field === "payout") return false;
    if (field === "min-price") return isBidder;
    return isBuyer(declared) || !(field === "price" || field.endsWith("-budget"));
  });
}

/** The terms of everybody: of the file, and of the affiliates who have changes or sales. */
export async function allTerms(context: Context): Promise<OwnersTerms[]> {
  const { store, settings } = context;
  const changes = await store.terms.history(undefined, mostChanges);
  const sold = await store.terms.soldAffiliates();
  const receivers = settings.destinations
    .filter((each) => !takesAlarms(each))
    .map(({ name }) => ({ party: "receiver" as const, name }));
  const changed = changes.filter(({ party }) => party === "affiliate").map(({ name }) => name);
  const known = [...Object.keys(settings.affiliates), ...changed, ...sold];
  const affiliates = [...new Set(known)].filter((name) => affiliateForm.test(name)).sort();
  const owners = [...receivers, ...affiliates.map((name) => ({ party: "affiliate" as const, name }))];
  const paused = await pausedIn(context);
  return owners.map((owner) => ownersTerms(owner, settings, changes, paused));
}

/** An owner's terms, with their history, the newest first. @throws Refusal for an unknown owner */
export async function termsOfOwner(
  context: Context,
  { party, name }: { party: string; name: string },
): Promise<{ terms: OwnersTerms; history: TermsChange[] }> {
  const owner = { party: parties.find((each) => each === party)!, name };
  const isKnown =
    party === "receiver"
      ? declaredIn(context.settings, owner) !== undefined
      : party === "affiliate" && affiliateForm.test(name);
  if (!isKnown) throw new Refusal("There is no such receiver or affiliate.");
  const history = await context.store.terms.history(owner, mostChanges);
  return { terms: ownersTerms(owner, context.settings, history, await pausedIn(context)), history };
}

const pausedIn = async ({ store }: Context) =>
  new Set((await store.pauses.list()).map(({ destination }) => destination));

function declaredIn({ destinations }: Settings, { party, name }: TermsOwner): Declared | undefined {
  if (party !== "receiver") return undefined;
  return destinations.find((each) => each.name === name && !takesAlarms(each));
}

function ownersTerms(
  owner: TermsOwner,
  settings: Settings,
  changes: readonly TermsChange[],
  paused: ReadonlySet<string>,
): OwnersTerms {
  const { party, name } = owner;
  const declared = declaredIn(settings, owner);
  const inFile = inFileOf(owner, settings);
  const terms = fieldsOf(declared).map((field): Term => {
    const said = inFile[field] ?? "";
    const change = changes.find((each) => each.party === party && each.name === name && each.field === field);
    const isPause = party === "receiver" && field === "paused";
    const now = isPause ? (paused.has(name) ? "yes" : "") : (change?.after ?? said);
    return { field, inFile: said, now, ...(now !== said && change && { change }) };
  });
  return { ...owner, terms, isLive: declared ? declared.mode === "live" : true };
}

function inFileOf(owner: TermsOwner, settings: Settings): Partial<Record<TermField, string>> {
  const declared = declaredIn(settings, owner);
  if (declared) return receiverInFile(declared);
  const { affiliates } = settings;
  return affiliateInFile(Object.hasOwn(affiliates, owner.name) ? affiliates[owner.name] : undefined);
}

/** In UTF-16 units. */
const longestReason = 200;
export type TermFaults = Partial<Record<TermField | "reason", string>>;

/** A reason that names nobody, or the fault in it. */
function readReason(typed: string): { reason: string } | { fault: string } {
  const reason = impersonal(typed.trim());
  if (reason === "") return { fault: "Say why: the buyer or the affiliate will ask." };
  return reason.length > longestReason
    ? { fault: `A reason has at most ${longestReason} characters.` }
    : { reason };
}

/** The changes that a form asks for, or the errors of its fields; fields that it does not have stay as they are. */
export async function readTerms(
  context: Context,
  owner: { party: string; name: string },
  typed: Record<string, string | undefined>,
): Promise<{ faults: TermFaults } | { owner: TermsOwner; terms: NewTerm[]; reason: string }> {
  const { terms: now } = await termsOfOwner(context, owner);
  const faults: TermFaults = {};
  const terms: NewTerm[] = [];
  const inForce = new Map(await context.store.termsInForce.all());
  for (const { field, inFile, now: before } of now.terms) {
    const given = typed[field];
    if (given === undefined) continue;
    const read = readTerm(field, given);
    if ("fault" in read) faults[field] = read.fault;
    else if (read.text !== before) {
      terms.push({ field, inFile, after: read.text === inFile ? null : read.text });
      inForce.set(changeKey(now.party, now.name, field), read.text);
    }
  }
  const why = readReason(typed.reason ?? "");
  if ("fault" in why) faults.reason = why.fault;
  if (Object.keys(faults).length === 0) Object.assign(faults, faultsTogether(context.settings, now, inForce));
  if (Object.keys(faults).length > 0 || "fault" in why) return { faults };
  return { owner: { party: now.party, name: now.name }, terms, reason: why.reason };
}

function faultsTogether(settings: Settings, owner: TermsOwner, inForce: Changes): TermFaults {
  const declared = declaredIn(settings, owner);
  const lacking = declared && lackingIn(receiverInForce(declared, inForce));
  if (!lacking) return {};
  return {
    [lacking.field]:
      lacking.field === "min-price"
        ? "Only a buyer whose ping names a price can bid too little."
        : "Give a price too: money is counted before the buyer answers.",
  };
}

/** @throws Refusal where somebody has changed the same since, or there is nothing to change */
export async function changeTerms(
  { store }: Context,
  { owner, terms }: { owner: TermsOwner; terms: readonly NewTerm[] },
  by: TermsBy,
  seen: number,
): Promise<void> {
  if (terms.length === 0) throw new Refusal("Nothing is different from what counts already.");
  const done = await store.terms.change(owner, terms, by, seen);
  if ("refused" in done) throw staleTerms();
}

/** Somebody else has changed the same field since. */
export const staleTerms = () =>
  new Refusal("Somebody has changed these terms since you opened the page. Look at them again.");

/** The change that a form asks to undo, where it is still in force, and why. @throws Refusal */
export async function readUndo(
  { store }: Context,
  owner: TermsOwner,
  number: string,
  typed: string,
): Promise<{ change: TermsChange; reason: string }> {
  const why = readReason(typed);
  if ("fault" in why) throw new Refusal(why.fault);
  const history = await store.terms.history(owner, mostChanges);
  const change = history.find((each) => String(each.number) === number);
  if (!change) throw new Refusal("There is no such change.");
  const standing = history.find(({ field }) => field === change.field);
  if (standing?.number !== change.number) throw notUndone(standing?.undoes === change.number);
  return { change, reason: why.reason };
}

/** @throws Refusal where it was undone, or superseded, meanwhile */
export async function undoChange({ store }: Context, { number }: TermsChange, by: TermsBy): Promise<void> {
  const done = await store.terms.undo(number, by);
  if ("refused" in done) throw notUndone(done.refused === "undone");
}

function notUndone(isUndone: boolean): Refusal {
  return new Refusal(
    isUndone ? "That is undone already." : "It was changed again since. Undo the later change first.",
  );
}

/** A price that falls this far is rarely meant. @param before dollars, '' for none; `after` likewise */
export function fallsByHalf(field: TermField, before: string, after: string): boolean {
  return field === "price" && Number(before) > 0 && Number(after) <= Number(before) / 2;
}

/** The differences from the file that it can contain: not a pause. */
function toWrite(all: readonly OwnersTerms[]): OwnersTerms[] {
  return all
    .map((owner) => ({
      ...owner,
      terms: owner.terms.filter(({ field, now, inFile }) => field !== "paused" && now !== inFile),
    }))
    .filter(({ terms }) => terms.length > 0);
}

const section: Record<Party, string> = { receiver: "destinations", affiliate: "affiliates" };

/** The differences as the file would have them, to paste; '' without any. */
export function termsYaml(all: readonly OwnersTerms[]): string {
  const document = new Document({});
  const gone: string[] = [];
  for (const { party, name, terms } of toWrite(all)) {
    for (const { field, now } of terms) {
      const path = pathOf(party, name, field, now);
      if (now === "" && field !== "payout") gone.push(`# take out ${path.join(".")}\n`);
      else document.setIn(path, nodeOf(document, field, now));
    }
  }
  const there = document.has("destinations") || document.has("affiliates");
  return `${there ? document.toString({ lineWidth: 0 }) : ""}${gone.join("")}`;
}

/**
 * Writes the differences into the file, whose comments stay; the program reads it at its next start, and until then and
 * afterwards the same terms are in force.
 * @returns the owners with new terms in it
 * @throws Refusal where the file cannot have them; it is unchanged then
 */
export function writeTerms(
  path: string,
  all: readonly OwnersTerms[],
  env: Record<string, string | undefined>,
): string[] {
  const owners = toWrite(all);
  if (owners.length === 0) return [];
  const document = parseDocument(readFileSync(path, "utf8"), { stringKeys: true, prettyErrors: false });
  try {
    for (const { party, name, terms } of owners) {
      for (const { field, now } of terms) {
        const where = pathOf(party, name, field, now);
        if (field === "payout")
          for (const key of ["payout", "share"]) document.deleteIn([...where.slice(0, 2), key]);
        if (now === "" && field !== "payout") document.deleteIn(where);
        else replaceIn(document, where, nodeOf(document, field, now));
      }
      // An affiliate in the file has a payout, even if it is none.
      const of = [section[party], name];
      if (party === "affiliate" && !document.hasIn([...of, "payout"]) && !document.hasIn([...of, "share"]))
        document.setIn([...of, "payout"], 0);
    }
  } catch {
    throw new Refusal(`${path} is made of parts that are used again: paste the terms instead.`);
  }
  const draft = `${path}.new`;
  try {
    writeFileSync(draft, document.toString({ lineWidth: 0 }), { mode: statSync(path).mode & 0o777 });
    const read = readYaml(draft, "The file");
    const { faults } = "faults" in read ? read : readDestinations(read, env);
    if (faults.length > 0)
      throw new Refusal(`The file cannot have these terms:\n${faults.join("\n").replaceAll(draft, path)}`);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return owners.map(({ party, name }) => `${party} ${name}`);
}

/** Sets a value, and leaves the comment behind it where it was. */
function replaceIn(document: Document, where: readonly string[], value: unknown): void {
  const before = document.getIn(where, true);
  if (isScalar(before) && isScalar(value)) value.comment = before.comment;
  document.setIn(where, value);
}

function pathOf(party: Party, name: string, field: TermField, now: string): string[] {
  const key = field === "payout" && now.endsWith("%") ? "share" : field;
  return [section[party], name, ...(field === "states" ? ["only", "states"] : [key])];
}

function nodeOf(document: Document, field: TermField, now: string): unknown {
  if (field === "states" || field === "hours") return document.createNode(now.split(", "), { flow: true });
  if (now.endsWith("%")) return now;
  const number = new Scalar(Number(now));
  const isCount = capFields.some((each) => each === field) && !field.endsWith("-budget");
  if (!isCount) number.minFractionDigits = 2;
  return number;
}
