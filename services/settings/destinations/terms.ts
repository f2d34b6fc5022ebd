import { type Hours, hours, hoursText } from "./hours.ts";
import type { AffiliateTerms, Declared } from "./shape.ts";

/** The owner of terms: a receiver of leads, or a source of them. */
export const parties = ["receiver", "affiliate"] as const;
export type Party = (typeof parties)[number];

/** Leads of a day, a week from Monday and a month, by number and, for buyers, by what they pay. */
export const capFields = [
  ...(["daily-cap", "weekly-cap", "monthly-cap"] as const),
  ...(["daily-budget", "weekly-budget", "monthly-budget"] as const),
] as const;
export type CapField = (typeof capFields)[number];
/** Leads by number, money in cents; what is not there is without limit. */
export type Caps = Partial<Record<CapField, number>>;

export const termFields = [
  "paused",
  "price",
  "min-price",
  "payout",
  "hours",
  "states",
  ...capFields,
] as const;
export type TermField = (typeof termFields)[number];

/** Fields as people read them. */
export const fieldWords: Record<TermField, string> = {
  paused: "Paused",
  price: "Price",
  "min-price": "Minimum price",
  payout: "Payout",
  hours: "Hours",
  states: "States",
  "daily-cap": "Leads a day",
  "weekly-cap": "Leads a week",
  "monthly-cap": "Leads a month",
  "daily-budget": "Dollars a day",
  "weekly-budget": "Dollars a week",
  "monthly-budget": "Dollars a month",
};

/** The console's changes in force, by `receiver north daily-cap`; '' takes a limit away. */
export type Changes = ReadonlyMap<string, string>;
export const changeKey = (party: Party, name: string, field: string) => `${party} ${name} ${field}`;

export const dollarText = (cents: number) => (cents / 100).toFixed(2);
const centsIn = (text: string) => Math.round(Number(text) * 100);
const isMoney = (field: TermField) => field.endsWith("-budget");

/** The file's values, as a person would type them; '' where it has none. */
export function receiverInFile(declared: Declared): Record<Exclude<TermField, "payout">, string> {
  const { price, only, hours: open = [], "min-price": least } = declared;
  return {
    paused: "",
    price: price === undefined ? "" : dollarText(price),
    "min-price": least === undefined ? "" : dollarText(least),
    hours: open.map(hoursText).join(", "),
    states: [...(only?.states ?? [])].sort().join(", "),
    ...capTexts(declared),
  };
}

export function affiliateInFile(terms: AffiliateTerms | undefined): Partial<Record<TermField, string>> {
  const { payout = "" } = terms ?? {};
  const { "daily-cap": daily, "weekly-cap": weekly, "monthly-cap": monthly } = capTexts(terms ?? {});
  return {
    paused: "",
    payout: payout === "" || payout.endsWith("%") ? payout : dollarText(Number(payout)),
    "daily-cap": daily,
    "weekly-cap": weekly,
    "monthly-cap": monthly,
  };
}

function capTexts(caps: Caps): Record<CapField, string> {
  const texts = capFields.map((field) => {
    const cap = caps[field];
    return [field, cap === undefined ? "" : isMoney(field) ? dollarText(cap) : String(cap)];
  });
  return Object.fromEntries(texts) as Record<CapField, string>;
}

/** A receiver with the console's changes over what the file says. */
export function receiverInForce(declared: Declared, changes: Changes): Declared {
  if (changes.size === 0) return declared;
  const of = (field: TermField) => changes.get(changeKey("receiver", declared.name, field));
  const over: Record<string, unknown> = { ...capsInForce(declared, of) };
  for (const field of ["price", "min-price"] as const) {
    const text = of(field);
    if (text !== undefined) over[field] = text === "" ? undefined : centsIn(text);
  }
  const open = of("hours");
  if (open !== undefined) over.hours = open === "" ? undefined : open.split(", ").map(openHours);
  const states = of("states");
  if (states !== undefined)
    over.only = { ...declared.only, states: states === "" ? undefined : states.split(", ") };
  return { ...declared, ...over } as Declared;
}

const openHours = (text: string): Hours => hours.parse(text);

/** Caps of the file with the changes over them. @param of the changed text of a field, where it is changed */
export function capsInForce(inFile: Caps, of: (field: CapField) => string | null | undefined): Caps {
  const caps: Caps = {};
  for (const field of capFields) {
    const text = of(field);
    const cap = text == null ? inFile[field] : isMoney(field) ? centsIn(text) : Number(text);
    if (text !== "" && cap !== undefined) caps[field] = cap;
  }
  return caps;
}

/** An affiliate's payout for a sold lead, as the books write it; '' for nothing. */
export function payoutInForce(inFile: AffiliateTerms | undefined, id: string, changes: Changes): string {
  const text = changes.get(changeKey("affiliate", id, "payout"));
  if (text === undefined) return inFile?.payout ?? "";
  return text === "" || text.endsWith("%") ? text : String(centsIn(text));
}
