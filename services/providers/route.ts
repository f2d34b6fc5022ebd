import { closedForMs } from "../settings/destinations/hours.ts";
import type { Declared, Kind } from "../settings/destinations/shape.ts";
import type { Settings } from "../settings/env.ts";
import type { BuyerTerms, Repeats, Route, RoutedLead } from "./ports.ts";

/** Which leads and messages a declared destination gets, and when. */
export function routeOf(declared: Declared, { siteTimeZone }: Pick<Settings, "siteTimeZone">): Route {
  const { hours, order, takes, "daily-cap": dailyCap, "gets-opted-out": getsOptedOut } = declared;
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: siteTimeZone });
  return {
    wants: (lead) =>
      (getsOptedOut || !lead.about.isOptedOut) &&
      takesKind(takes, lead) &&
      takesQualified(declared, lead) &&
      passes(declared.only ?? {}, lead),
    closedForMs: (at) => (hours ? closedForMs(hours, siteTimeZone, at) : 0),
    day: (at) => date.format(at),
    dailyCap,
    order,
    getsOptedOut,
  };
}

const hourMs = 60 * 60_000;

/** What becomes of a second lead of one number there: a buyer's is held, who buys nothing gets it with a mark. */
export function repeatsOf({ repeats, "gets-opted-out": buysNothing }: Declared): Repeats {
  const { hours = 24, action = buysNothing ? "mark" : "hold" } = repeats ?? {};
  return { withinMs: hours * hourMs, action };
}

function takesKind(takes: Declared["takes"], { about }: RoutedLead): boolean {
  return takes === "both" || (takes === "messages") === (about.kind === "contact");
}

/** What a buyer agreed to; undefined for a receiver that pays nothing, and for one that gets tests only. */
export function termsOf(
  declared: Declared,
  { affiliates }: Pick<Settings, "affiliates">,
): BuyerTerms | undefined {
  if (declared.mode === "test" || !isBuyer(declared)) return undefined;
  return {
    priceCents: declared.price,
    returnDays: declared["return-days"],
    payoutOf: (affiliate) => (Object.hasOwn(affiliates, affiliate) ? affiliates[affiliate]! : ""),
  };
}

/** Whether it pays for leads: a buyer of the order, or one with a price, its own or that of its answer. */
export function isBuyer(declared: Declared): boolean {
  const { order, price } = declared;
  if (order !== undefined || price !== undefined) return true;
  return "answer" in declared && (declared.answer.price ?? declared.ping?.answer.price) !== undefined;
}

/** Which of the judged leads it takes. Buyers take no disqualified ones unless told, as they hold repeats. */
export function qualifiedOf(declared: Declared): boolean | "any" | "not disqualified" {
  return declared.only?.qualified ?? (isBuyer(declared) ? "not disqualified" : "any");
}

function takesQualified(declared: Declared, { about }: RoutedLead): boolean {
  const wanted = qualifiedOf(declared);
  if (wanted === "any") return true;
  return wanted === "not disqualified" ? about.qualified !== false : about.qualified === wanted;
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
  const { kind, order, takes } = declared;
  const place = order === undefined ? "" : `, buyer ${order + 1} in the order`;
  return `${kindWords[kind]}${place}, ${takes === "messages" ? "messages only" : takesText(declared)}`;
}

function passes(only: NonNullable<Declared["only"]>, { about, record }: RoutedLead): boolean {
  const has = (wanted: readonly string[] | undefined, value: unknown) =>
    wanted === undefined || wanted.includes(String(value ?? ""));
  return (
    has(only.variants, about.variant) &&
    has(only.states, record.state) &&
    has(only.affiliates, record.affid) &&
    has(only["dq-reasons"], about.dqReason)
  );
}
