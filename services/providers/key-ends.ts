import { dayBegins, dayMs } from "../calendar/days.ts";
import type { Settings } from "../settings/env.ts";

/**
 * A certificate or key that ends sooner is announced: a certificate is renewed automatically a month before, where that
 * works.
 */
export const endsSoonMs = 14 * dayMs;

/** When the keys end with which receivers are reached, by their names, as the operator's file says. */
export function keyEnds({
  destinations,
  siteTimeZone,
}: Pick<Settings, "destinations" | "siteTimeZone">): Map<string, number> {
  return new Map(
    destinations.flatMap(({ name, "credentials-end": end }) =>
      end === undefined ? [] : [[name, dayBegins(end, siteTimeZone)] as const],
    ),
  );
}
