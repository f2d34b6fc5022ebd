import { closedForMs } from "../settings/destinations/hours.ts";
import type { Declared } from "../settings/destinations/shape.ts";
import type { Settings } from "../settings/env.ts";
import type { Route, RoutedLead } from "./ports.ts";

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
