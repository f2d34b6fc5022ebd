import { setTimeout } from "node:timers/promises";
import { dayCounter, dayText } from "../../calendar/days.ts";
import type { Settings } from "../../settings/env.ts";
import type { Figures } from "../feature.ts";
import type { Analytics } from "./client.ts";

/** How long the list of charts waits for numbers, in milliseconds: it is there for the charts. */
const longestWait = 500;
const days = 28;

/** Visitors of the last four weeks by survey; nothing where there are no numbers yet. */
export async function trafficOf(
  analytics: Pick<Analytics, "overview">,
  { siteTimeZone }: Pick<Settings, "siteTimeZone">,
): Promise<ReadonlyMap<string, Figures>> {
  const from = dayText(dayCounter(siteTimeZone)(Date.now()) - days + 1);
  const asked = analytics.overview({ by: "device", filters: { from, pace: "people" } }).catch(() => null);
  const overview = await Promise.race([asked, setTimeout(longestWait, null, { ref: false })]);
  const rows = overview?.surveys ?? [];
  return new Map(
    rows.map(({ value, sessions, leads }) => [
      value!,
      [
        [sessions, "sessions"],
        [leads, "leads"],
      ],
    ]),
  );
}
