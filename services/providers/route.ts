import { isJudgedAs, type JudgedAs, outsideOf, type Said, type Terms } from "../../machines/lead/terms.ts";
import { dayCounter, dayText } from "../calendar/days.ts";
import { namesPrice } from "../settings/destinations/destinations.ts";
import { closedForMs } from "../settings/destinations/hours.ts";
import type { Declared, Kind } from "../settings/destinations/shape.ts";
import { termsIn } from "../settings/destinations/takes.ts";
import {
  type Changes,
  capsInForce,
  changeKey,
  payoutInForce,
  receiverInForce,
} from "../settings/destinations/terms.ts";
import type { Settings } from "../settings/env.ts";
import { allWantsText, itsText, wantsText } from "../words/terms-in-words.ts";
import type { BuyerTerms, Destination, Repeats, Route, Unwanted } from "./ports.ts";
import type { RoutedLead } from "./routed-lead.ts";

/** Asked each time: the console changes terms while the program runs. */
export type ChangedTerms = () => Changes;

/** Which leads and messages a declared destination gets, and when. */
export function routeOf(
  declared: Declared,
  { siteTimeZone }: Pick<Settings, "siteTimeZone">,
  changed: ChangedTerms,
): Route {
  const { order, weight, takes } = declared;
  const getsOptedOut = isNoSale(declared);
  const day = dayCounter(siteTimeZone);
  const unwanted = (lead: RoutedLead): Unwanted | undefined => {
    if (!getsOptedOut && lead.about.isOptedOut) return { why: "the visitor has opted out of sale" };
    if (!takesKind(takes, lead))
      return { why: `it takes ${takes === "messages" ? "messages" : "leads"} only` };
    if (!isJudgedAs(qualifiedOf(declared), lead.about.qualified))
      return { why: `it takes ${takesText(declared)}` };
    return outside(termsIn(receiverInForce(declared, changed()).only), lead);
  };
  return {
    unwanted,
    wants: (lead) => unwanted(lead) === undefined,
    closedForMs(at) {
      const { hours } = receiverInForce(declared, changed());
      return hours ? closedForMs(hours, siteTimeZone, at) : 0;
    },
    day: (at) => dayText(day(at)),
    capsInFile: capsInForce(declared, () => undefined),
    caps: () => capsInForce(receiverInForce(declared, changed()), () => undefined),
    order,
    weight,
    getsOptedOut,
  };
}

const hourMs = 60 * 60_000;

/** What happens to a second lead of one number there: a buyer's is held, and other receivers get it with a mark. */
export function repeatsOf(declared: Declared): Repeats {
  const { hours = 24, action = isNoSale(declared) ? "mark" : "hold" } = declared.repeats ?? {};
  return { withinMs: hours * hourMs, action };
}

function takesKind(takes: Declared["takes"], { about }: RoutedLead): boolean {
  return takes === "both" || (takes === "messages") === (about.kind === "contact");
}

/** A buyer's agreed terms; undefined for a receiver that pays nothing, and for one that only gets tests. */
export function termsOf(
  declared: Declared,
  {
    affiliates,
    knownAffiliates,
    sourceLevels,
  }: Pick<Settings, "affiliates" | "knownAffiliates" | "sourceLevels">,
  changed: ChangedTerms,
): BuyerTerms | undefined {
  if (declared.mode === "test" || !isBuyer(declared)) return undefined;
  const inFile = (affiliate: string) =>
    Object.hasOwn(affiliates, affiliate) ? affiliates[affiliate] : undefined;
  return {
    priceCents: () => receiverInForce(declared, changed()).price,
    bids: namesPrice(declared),
    returnDays: declared["return-days"],
    payoutOf: (affiliate) => payoutInForce(inFile(affiliate), affiliate, changed()),
    knowsAffiliate: (affiliate) =>
      knownAffiliates.has(affiliate) ||
      [...changed().keys()].some((key) => key.startsWith(changeKey("affiliate", affiliate, ""))),
    sourceLevels,
    affiliateCaps: (affiliate) => capsInForce(inFile(affiliate) ?? {}, () => undefined),
  };
}

/** The bid of one that is not asked before it gets the lead: the price that it agreed to, if any. */
export function agreedBid(declared: Declared, changed: ChangedTerms): Destination["bid"] {
  return async () => {
    const { price } = receiverInForce(declared, changed());
    return {
      outcome: "accepted",
      detail: "as agreed",
      sale: price === undefined ? {} : { price: price / 100 },
    };
  };
}

/** Whether it pays for leads: a buyer of the order, or one with a price, its own or that of its answer. */
export function isBuyer(declared: Declared): boolean {
  const { order, price } = declared;
  if (order !== undefined || price !== undefined) return true;
  return "answer" in declared && (declared.answer.price ?? declared.ping?.answer.price) !== undefined;
}

/** Names of the receivers that pay for leads. */
export const buyersIn = ({ destinations }: Pick<Settings, "destinations">): string[] =>
  destinations.filter(isBuyer).map(({ name }) => name);

/**
 * Whether its leads are not sales, so that it gets opted-out visitors' leads, too: the house's own receivers, by
 * default.
 */
export function isNoSale(declared: Declared): boolean {
  const isOfTheHouse = ["email", "file", "slack"].includes(declared.kind) && !isBuyer(declared);
  return declared["gets-opted-out"] ?? isOfTheHouse;
}

/** Which of the judged leads it takes. Buyers take no disqualified ones unless told, as they hold repeats. */
export function qualifiedOf(declared: Declared): JudgedAs {
  return declared.only?.qualified ?? (isBuyer(declared) ? "not disqualified" : "any");
}

const kindWords: Record<Kind, string> = {
  webhook: "signed webhook",
  form: "form post",
  json: "JSON post",
  email: "e-mail",
  file: "file per day",
  slack: "Slack, masked",
  leadprosper: "LeadProsper",
};

/** Which leads it takes, in words. */
export function takesText(declared: Declared): string {
  const wanted = qualifiedOf(declared);
  if (wanted === "any") return "qualified and disqualified leads";
  return wanted === false ? "disqualified leads only" : "qualified leads only";
}

/** How it is reached and what it takes, for the start's list and the console. */
export function howOf(declared: Declared): string {
  const { kind, order, weight, takes } = declared;
  const drawn =
    weight === undefined ? `buyer ${order! + 1} in the order` : `a buyer of the order with weight ${weight}`;
  const place = order === undefined ? "" : `, ${drawn}`;
  return `${kindWords[kind]}${place}, ${takes === "messages" ? "messages only" : takesText(declared)}`;
}

/** What a lead says to a receiver's conditions. */
const saidBy = ({ about, record }: RoutedLead): Said => ({
  ...record,
  variant: about.variant,
  dq_reason: about.dqReason,
});

/** The condition that a lead is outside of, in words, and what the lead says to it. */
function outside(terms: Terms, lead: RoutedLead): Unwanted | undefined {
  const said = saidBy(lead);
  const condition = outsideOf(terms, said);
  return condition && { why: `it takes only leads ${wantsText(condition)}`, its: itsText(condition, said) };
}

/** Where leads came from is the house's to know, and what it keeps from a buyer by that is not agreed with it. */
const isOfSource = (field: string) =>
  /^(affid|oid|sub_id\d?|original_|lp_|debug_id|landing_page)/.test(field);

/** What a receiver takes, by the terms in force. @param toBuyer without what is about where leads came from */
export function takesInWords(declared: Declared, changes: Changes, toBuyer = false): string {
  const terms = termsIn(receiverInForce(declared, changes).only);
  const said = allWantsText(toBuyer ? terms.filter(({ field }) => !isOfSource(field)) : terms);
  return `${takesText(declared)}${said === "" ? "" : `: ${said}`}`;
}

/** The same in one sentence. */
export function takesSentence(declared: Declared, changes: Changes, toBuyer = false): string {
  const sentence = `It takes ${takesInWords(declared, changes, toBuyer)}`;
  return /[?.]”$/.test(sentence) ? sentence : `${sentence}.`;
}
