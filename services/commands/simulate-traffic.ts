import { InvalidArgumentError, Option } from "commander";
import { variants } from "../../machines/registry.ts";
import { dayCounter, dayNumber } from "../analytics/days.ts";
import { type Simulation, simulate } from "../analytics/simulation/simulate.ts";
import type { AnalyticsSession } from "../store/analytics.ts";
import { type Program, print } from "./program.ts";
import { counted } from "./text.ts";
import { wholeNumber } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

/** So many sessions are written in one transaction. */
const batch = 2000;

type Wanted = Omit<Simulation, "day">;

export function addSimulateTraffic(program: Program): void {
  program
    .command("simulate-traffic")
    .description("add made-up sessions, marked as simulated, to the analysts' numbers")
    .requiredOption("--sessions <number>", "how many", wholeNumber)
    .requiredOption("--seed <number>", "the same seed makes the same sessions", wholeNumber)
    .addOption(
      new Option("--variant <code>", "the survey").argParser(variantOf).default(variants.get("c"), "c"),
    )
    .option("--days <number>", "spread over so many days", wholeNumber, 30)
    .addOption(new Option("--until <day>", "the last day").argParser(untilTime).default(Date.now(), "today"))
    .action((wanted: Wanted) => withStore((context) => addSessions(context, wanted)));
}

async function addSessions({ store, settings }: Context, wanted: Wanted): Promise<void> {
  let waiting: AnalyticsSession[] = [];
  for (const { session } of simulate({ ...wanted, day: dayCounter(settings.siteTimeZone) })) {
    waiting.push(session);
    if (waiting.length < batch) continue;
    await store.analytics.add(waiting);
    waiting = [];
  }
  await store.analytics.add(waiting);
  await print(`Added ${counted(wanted.sessions, "simulated session")} of ${wanted.variant.code}.\n`);
}

function variantOf(code: string): Simulation["variant"] {
  const variant = variants.get(code);
  if (!variant) throw new InvalidArgumentError("There is no such survey.");
  return variant;
}

function untilTime(text: string): number {
  const day = dayNumber(text);
  if (Number.isNaN(day)) throw new InvalidArgumentError("Use a day like 2026-01-31.");
  return day * 86_400_000;
}
