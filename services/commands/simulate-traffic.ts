import { parseArgs } from "node:util";
import { variants } from "../../machines/registry.ts";
import { dayCounter, dayNumber } from "../analytics/days.ts";
import { simulate } from "../analytics/simulation/simulate.ts";
import type { AnalyticsSession } from "../store/analytics-types.ts";
import { nothingElse, wholeNumber } from "./arguments.ts";
import { command, type Task } from "./command.ts";
import { BadUsage } from "./command-line.ts";
import { printable } from "./text.ts";

const usage =
  "Usage: simulate-traffic --sessions <n> --seed <n> [--variant <code>] [--days <n>] [--until <day>]";

/** So many sessions are written in one transaction. */
const batch = 2000;

function understand(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    options: {
      sessions: { type: "string" },
      seed: { type: "string" },
      variant: { type: "string", default: "c" },
      days: { type: "string" },
      until: { type: "string" },
    },
    allowPositionals: true,
  });
  nothingElse(positionals, usage);
  if (values.sessions === undefined || values.seed === undefined) throw new BadUsage(usage);
  const variant = variants.get(values.variant);
  if (!variant) throw new BadUsage(`There is no variant ${printable(values.variant)}.`);
  const sessions = wholeNumber("--sessions", values.sessions, 0);
  const seed = wholeNumber("--seed", values.seed, 0);
  const days = wholeNumber("--days", values.days, 30);
  const until = values.until === undefined ? Date.now() : dayNumber(values.until) * 86_400_000;
  if (Number.isNaN(until)) throw new BadUsage("--until takes a day like 2026-01-31.");

  return async ({ store, settings, print }) => {
    const day = dayCounter(settings.siteTimeZone);
    let waiting: AnalyticsSession[] = [];
    for (const { session } of simulate({ sessions, seed, variant, days, until, day })) {
      waiting.push(session);
      if (waiting.length < batch) continue;
      await store.analytics.add(waiting);
      waiting = [];
    }
    await store.analytics.add(waiting);
    await print(`${sessions} simulated sessions of ${variant.code} added\n`);
  };
}

await command(understand);
