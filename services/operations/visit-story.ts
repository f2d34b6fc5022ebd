import type { FactName } from "../../machines/visit/facts.ts";
import type { LogEntry } from "../store/rows.ts";
import { shown, shownFields } from "./text.ts";

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

/** What is learned beside a chart, in words. */
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
};

/** What each kind of entry in a visit's log says. Fields that a kind does not know are printed as they are. */
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
    // Where the visitor was sent is printed with the lead.
    return describe(name, "answered", call === "postLead" ? null : output, error);
  },
  fact: ({ fact, value, error }) =>
    fact === "chatAlert" && isFields(value)
      ? `the operators' chat is told of the blocked address ${shown(value.email)}`
      : describe(facts[fact as FactName] ?? shown(fact), "learned", value, error),
};

/** One entry of a visit's log as a sentence without its full stop. */
export function entryText({ kind, body }: LogEntry): string {
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
