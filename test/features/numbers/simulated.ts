import { variants } from "../../../machines/registry.ts";
import { viewCounter } from "../../../services/analytics/first-views.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import { type Simulation, simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { storeAt } from "../../support/databases.ts";

type Wanted = Pick<Simulation, "sessions" | "seed" | "assign"> & {
  /** Of the survey. */
  code?: string;
  days?: number;
  until?: string;
};

/** Adds made-up sessions and first views to the store of a site, up to today unless `until` names a day. */
export async function addSimulated(
  { databaseUrl }: { databaseUrl: string },
  { code = "c", until, days = 30, ...wanted }: Wanted,
): Promise<void> {
  const day = dayCounter("America/New_York");
  const views = viewCounter({ settings: {}, day, simulated: true, most: Number.POSITIVE_INFINITY });
  const variant = variants.get(code)!;
  const ends = until === undefined ? Date.now() : Date.parse(until);
  const all = [...simulate({ ...wanted, variant, days, until: ends, day })];
  for (const look of all.flatMap(({ looks }) => looks)) views.seen(look);
  const store = await storeAt(databaseUrl);
  await store.analytics.add(all.map(({ session }) => session));
  await store.firstViews.add(views.take());
  await store.close();
}
