import { closedForMs } from "../settings/destinations/hours.ts";
import type { Declared } from "../settings/destinations/shape.ts";
import type { Settings } from "../settings/env.ts";
import type { Repeats, Route, RoutedLead } from "./ports.ts";

/** Which leads and messages a declared destination gets, and when. */
export function routeOf(declared: Declared, { siteTimeZone }: Pick<Settings, "siteTimeZone">): Route {
  const { hours, order, takes, "daily-cap": dailyCap, "gets-opted-out": getsOptedOut } = declared;
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: siteTimeZone });
  return {
    wants: (lead) =>
      (getsOptedOut || !lead.about.isOptedOut) && takesKind(takes, lead) && passes(declared.only ?? {}, lead),
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

function passes(only: NonNullable<Declared["only"]>, { about, record }: RoutedLead): boolean {
  const has = (wanted: readonly string[] | undefined, value: unknown) =>
    wanted === undefined || wanted.includes(String(value ?? ""));
  return (
    has(only.variants, about.variant) &&
    has(only.states, record.state) &&
    has(only.affiliates, record.affid) &&
    (only.qualified === undefined || only.qualified === about.qualified) &&
    has(only["dq-reasons"], about.dqReason)
  );
}
