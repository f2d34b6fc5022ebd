import type { FactName } from "../../machines/visit/facts.ts";
import { buyersInOrder, type NotOffered, notOffered, orderText } from "../delivery/outbox/order-of.ts";
import { repeatText } from "../delivery/outbox/repeats.ts";
import { allFeatures } from "../features.ts";
import { printable } from "../observe/printable.ts";
import type { Destination } from "../providers/ports.ts";
import { bidsName } from "../settings/destinations/shape.ts";
import type { Settings } from "../settings/env.ts";
import type { ConsentRow, KeptSale, Lead, LogEntry, Message, OfLead, Sighting } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { botSuspicions, oddities } from "../visits/bot-signals.ts";
import { routedOf } from "./offer.ts";
import { counted, fieldLines, isoTime, shown, shownFields } from "./text.ts";

type Fields = Record<string, unknown>;

/** The calls of the charts in words. */
const calls: Record<string, string> = {
  checkEmail: "e-mail check",
  lookUpZip: "zip look-up",
  checkPhone: "phone check",
  checkGibberish: "gibberish check",
  readDescription: "reading of the description",
  findBuyers: "buyers service",
  listBuyers: "list of buyers",
  exchangeLeadData: "lead exchange",
  postLead: "posting the lead",
};

/** Facts from outside a chart, in words. */
const facts: Record<FactName, string> = {
  mapping: "the buyer's campaign",
  prePop: "pre-population",
  compensation: "compensation estimate",
  certificates: "certificate ids",
  publicIp: "public address",
  phoneCode: "phone code",
  optOut: "the visitor's opt-out",
  chatAlert: "the chat alert",
  scripts: "the page's scripts",
  trap: "the hidden field",
  changes: "what changed between two steps",
};

/** The words of each kind of entry in a visit's log. Fields that a kind does not know are printed as they are. */
const tellers: Record<string, (body: Fields) => string> = {
  entry: ({ path, query, referer, ...more }) =>
    [
      `came in by ${shown(path)}`,
      referer && `from ${shown(referer)}`,
      isFull(query) && `with ${shownFields(query)}`,
      isFull(more) && shownFields(more),
    ]
      .filter(Boolean)
      .join(", "),
  answer: ({ step, answers }) => `answered ${shown(step)}: ${shownFields(answers ?? {})}`,
  refused: ({ step, fields }) => `the form of ${shown(step)} refused ${shown(fields)}`,
  back: ({ from }) => `went back from ${shown(from)}`,
  outcome: ({ call, of, output, error }) => {
    const name = `${calls[String(call)] ?? shown(call)}${of ? ` for ${shown(of)}` : ""}`;
    // The place where the visitor was sent is printed with the lead.
    return describe(name, "answered", call === "postLead" ? null : output, error);
  },
  fact: ({ fact, value, error }) =>
    fact === "chatAlert" && isFields(value)
      ? `the operators' chat is told of the blocked address ${shown(value.email)}`
      : fact === "scripts" && isFields(value) && value.ran === true
        ? "browser scripts were on"
        : describe(facts[fact as FactName] ?? shown(fact), "learned", value, error),
};

/** An entry of a visit's log as a sentence without its full stop. */
function entryText({ kind, body }: LogEntry): string {
  const teller = tellers[kind];
  return teller && isFields(body) ? teller(body) : `${shown(kind)}: ${shown(body)}`;
}

function describe(name: string, verb: "answered" | "learned", value: unknown, error: unknown): string {
  if (error) return `${name} gave no answer: ${isFields(error) ? shown(error.kind) : shown(error)}`;
  const words = isFields(value) ? shownFields(value) : shown(value);
  if (verb === "learned") return `learned ${name}: ${words}`;
  return value === null || value === undefined ? `${name} is done` : `${name} answered: ${words}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFull(value: unknown): value is Fields {
  return isFields(value) && Object.keys(value).length > 0;
}

/**
 * `isPersonal`: it may say who the visitor is, or what they wrote. `short`: the same without a receiver's own words, which
 * may say so, too.
 */
export type Line = { at: number; text: string; short?: string; isPersonal?: true };

export type Story = {
  verdict: string;
  /** Why it may have been made by a program. */
  suspicions: readonly string[];
  /** Its other oddities. */
  odd: readonly string[];
  /** What the visitor did, which calls were made and where the lead was sent, in time order. */
  lines: readonly Line[];
  messages: readonly Message[];
  /** Its place in the order of buyers. */
  order: string | undefined;
  /** The buyers to whom the lead was not offered, with the reasons. */
  notOffered: readonly NotOffered[];
};

/**
 * Everything that happened to a lead as text.
 * @param destinations all receivers, by the terms of now
 * @param settings today's of the owner's file, by which returns and verdicts are judged
 */
export async function storyOf(
  store: Store,
  lead: Lead,
  destinations: readonly Destination[],
  settings: Settings,
): Promise<string> {
  const parts = await storyParts(store, lead, destinations, settings);
  const { verdict, suspicions, odd, lines, messages, order } = parts;
  return [
    `Lead ${lead.id}`,
    `${lead.kind}, variant ${lead.variant}, ${verdict}`,
    ...(order === undefined ? [] : [`Order: ${order}`]),
    ...(suspicions.length > 0 ? [`Perhaps made by a program: ${suspicions.join(", ")}`] : []),
    ...(odd.length > 0 ? [`Odd: ${odd.join(", ")}`] : []),
    ...section(
      "What happened",
      lines.map(({ at, text }) => `${isoTime(at)}  ${text}`),
    ),
    ...section(
      "Deliveries",
      messages.map((message) => `${message.destination}: ${standing(message)}`),
    ),
    ...(parts.notOffered.length > 0
      ? section(
          "Not offered to",
          parts.notOffered.map((each) => `${each.name}: ${printable(notOfferedText(each, true))}`),
        )
      : []),
    ...section("Record as posted", recordLines(lead.record)),
    "",
  ].join("\n");
}

/** @param time how a moment is written */
export async function storyParts(
  store: Store,
  lead: Lead,
  destinations: readonly Destination[],
  settings: Settings,
  time = isoTime,
): Promise<Story> {
  const ofLead = await store.outbox.ofLead(lead.id);
  // The newest come first from the store.
  const messages = ofLead.messages.toReversed();
  const lines = [
    ...(await visitLines(store, lead)),
    ...(await consentLines(store, lead)),
    ...lead.derived.map((change) => ({
      at: lead.createdAt,
      text: changeText(change),
      isPersonal: true as const,
    })),
    {
      at: lead.createdAt,
      text: `lead stored; the visitor was sent to ${printable(lead.location)}`,
      isPersonal: true as const,
    },
    ...messages.map(({ createdAt: at, destination }) => ({ at, text: `message to ${destination} queued` })),
    ...messages.flatMap((message) => attemptLines(message, ofLead.attempts)),
    ...(await store.velocity.ofLead(lead.id)).filter(({ nth, most }) => nth > most).map(repeatLine),
    ...(await store.sales.ofLead(lead.id)).map(saleLine),
    ...(await Promise.all(allFeatures.flatMap(({ story }) => story?.(store, lead, settings) ?? []))).flat(),
    // Of equal times the order above stays.
  ].sort((a, b) => a.at - b.at);
  const { signs, kind } = lead;
  const suspicions = signs ? botSuspicions(signs, kind) : [];
  const odd = signs ? oddities(signs) : [];
  // For an erased lead nobody knows any more who would have taken it.
  const routed = lead.erasedAt === null ? await routedOf({ store }, lead, ofLead) : undefined;
  return {
    verdict: verdictOf(lead),
    suspicions,
    odd,
    lines,
    messages,
    order: orderText(ofLead, buyersInOrder(destinations), time),
    notOffered: routed ? notOffered(ofLead, routed, destinations) : [],
  };
}

/** Why a buyer was not offered a lead. @param isWhole with the lead's own answer, for those who may read answers */
export function notOfferedText({ why, its }: NotOffered, isWhole: boolean): string {
  return isWhole && its !== undefined ? `${why}; ${its}` : why;
}

function section(title: string, lines: string[]): string[] {
  return ["", title, ...(lines.length > 0 ? lines : ["none"]).map((line) => `  ${line}`)];
}

export function verdictOf(lead: Lead): string {
  if (lead.erasedAt !== null) return `erased ${isoTime(lead.erasedAt)}`;
  if (lead.qualified === null) return "not judged";
  if (lead.qualified) return "qualified";
  return lead.dqReason ? `not qualified: ${printable(lead.dqReason)}` : "not qualified";
}

async function visitLines(store: Store, lead: Lead): Promise<Line[]> {
  const visit = await store.visits.load(lead.origin);
  return (visit?.entries ?? []).map((entry) => ({ at: entry.at, text: entryText(entry), isPersonal: true }));
}

async function consentLines(store: Store, lead: Lead): Promise<Line[]> {
  const consent = await store.consents.ofLead(lead.id);
  return consent ? [{ at: consent.at, text: `consent given; ${placeOf(consent)}` }] : [];
}

/** The place of a consent's proof. */
export function placeOf({ leaf, seq }: Pick<ConsentRow, "leaf" | "seq">): string {
  if (leaf === null) return "in the chain before the log";
  return seq === null ? "not in the log yet" : `at position ${seq} of the log`;
}

function attemptLines({ destination, id }: Message, attempts: OfLead["attempts"]): Line[] {
  const own = attempts.filter(({ messageId }) => messageId === id);
  return own.map(({ at, attempt, outcome, detail }) => {
    const short =
      destination === bidsName
        ? `bids asked for, attempt ${attempt}`
        : `attempt ${attempt} at ${destination}: ${outcome}`;
    return { at, text: `${short}, ${printable(detail)}`, short };
  });
}

/** A receiver got it although it had leads of the same person, browser or network. */
function repeatLine({ at, destination, ...repeat }: Sighting): Line {
  return { at, text: `sent to ${destination} all the same: ${repeatText(repeat)}` };
}

/** A buyer's answer when it took the lead. */
function saleLine({ messageId, price, buyerId, at }: KeptSale): Line {
  const buyer = messageId.split(".").slice(1).join(".");
  const paid = price === null ? "no price" : `$${price.toFixed(2)}`;
  const short = `sold to ${buyer}: ${paid}`;
  return { at, text: `${short}${buyerId === null ? "" : `, its id ${printable(buyerId)}`}`, short };
}

/**
 * Where a message is now.
 * @param time how a moment is written
 * @param words how the receiver's words are shown
 */
export function standing(
  { destination, status, attempts, runAt, updatedAt, lastError }: Message,
  time = isoTime,
  words = printable,
): string {
  const when = {
    waiting: `waits until ${time(runAt)}`,
    unconfigured: "waits for the settings of this destination",
    sending: `is being sent since ${time(updatedAt)}`,
  };
  const ended = destination === bidsName && status === "rejected" ? "bids asked for" : status;
  const now = status in when ? when[status as keyof typeof when] : `${ended} at ${time(updatedAt)}`;
  const why = lastError ? `: ${words(lastError)}` : "";
  return `${now}, ${counted(attempts, "attempt")}${why}`;
}

/** The empty fields, of which there are many, share the last line. */
function recordLines(record: Lead["record"]): string[] {
  const fields = Object.entries(record);
  const empty = fields.filter(([, value]) => value === "").map(([name]) => printable(name));
  const lines = fieldLines(Object.fromEntries(fields.filter(([, value]) => value !== "")));
  return empty.length > 0 ? [...lines, `empty: ${empty.join(", ")}`] : lines;
}

function changeText(change: unknown): string {
  if (typeof change !== "object" || change === null || !("field" in change)) return shown(change);
  const { field, raw, value, rule } = change as Record<string, unknown>;
  const was = raw ? `“${shown(raw)}”` : "no answer";
  return `rule ${shown(rule)} changed ${shown(field)}: ${was} became “${shown(value)}”`;
}
