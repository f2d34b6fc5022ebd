import { setTimeout as pause } from "node:timers/promises";
import { InvalidArgumentError, Option } from "commander";
import { variants } from "../../../machines/registry.ts";
import { viewCounter } from "../../analytics/first-views.ts";
import { dayCounter, dayNumber } from "../../calendar/days.ts";
import { type Program, print } from "../../commands/program.ts";
import { wholeNumber } from "../../commands/values.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { Refusal } from "../../operations/refusal.ts";
import { counted } from "../../operations/text.ts";
import type { AnalyticsSession } from "../../store/rows.ts";
import { type Effect, type Simulation, simulate } from "../numbers/simulation/simulate.ts";

/** Sessions written in one transaction, during which SQLite takes no visitor's answer. */
const batch = 200;

type Wanted = Omit<Simulation, "day" | "assign"> & { effects: Effect[] };

export function addSimulateTraffic(program: Program): void {
  program
    .command("simulate-traffic")
    .description("add made-up sessions, marked as simulated, to the analysts' numbers")
    .requiredOption("--sessions <number>", "how many", wholeNumber)
    .requiredOption("--seed <number>", "the same seed makes the same sessions", wholeNumber)
    .addOption(
      new Option("--variant <code>", "the survey").argParser(variantOf).default(variants.get("c"), "c"),
    )
    .option("--days <number>", "days to spread them over", wholeNumber, 30)
    .addOption(new Option("--until <day>", "the last day").argParser(untilTime).default(Date.now(), "today"))
    .addOption(
      new Option(
        "--effects <experiment/arm:share>",
        "share by which fewer of an arm's visitors leave at each question, for example headline/short:0.2",
      )
        .argParser(effectsOf)
        .default([], "none"),
    )
    .action((wanted: Wanted) => withStore((context) => addSessions(context, wanted)));
}

async function addSessions({ store, settings }: Context, wanted: Wanted): Promise<void> {
  let waiting: AnalyticsSession[] = [];
  const { assign, names } = settings.arms;
  const unknown = wanted.effects.find(
    ({ experiment, arm }) => !names.some((each) => each.experiment === experiment && each.name === arm),
  );
  if (unknown) throw new Refusal(`There is no experiment ${unknown.experiment}/${unknown.arm}.`);
  const day = dayCounter(settings.siteTimeZone);
  // No limit on sources: there are no made-up ones here.
  const views = viewCounter({ settings: {}, day, simulated: true, most: Number.POSITIVE_INFINITY });
  let looks = 0;
  for (const simulated of simulate({ ...wanted, day, assign })) {
    waiting.push(simulated.session);
    for (const look of simulated.looks) {
      views.seen(look);
      looks += 1;
    }
    if (waiting.length < batch) continue;
    const beganAt = performance.now();
    await store.analytics.add(waiting);
    // As long again for the visitors of a site that runs on the store.
    await pause(performance.now() - beganAt);
    waiting = [];
  }
  await store.analytics.add(waiting);
  await store.firstViews.add(views.take());
  const sessions = counted(wanted.sessions, "simulated session");
  await print(`Added ${sessions} and ${counted(looks, "first view")} of ${wanted.variant.code}.\n`);
}

function variantOf(code: string): Simulation["variant"] {
  const variant = variants.get(code);
  if (!variant) throw new InvalidArgumentError("There is no such survey.");
  return variant;
}

/** @param known the effects of earlier --effects options */
function effectsOf(text: string, known: Effect[]): Effect[] {
  const [, experiment, arm, less] = /^([a-z\d-]+)\/([a-z\d-]+):(-?[\d.]+)$/.exec(text) ?? [];
  if (!experiment || !arm || !(Math.abs(Number(less)) < 1))
    throw new InvalidArgumentError("Use an experiment, an arm and a share, like headline/short:0.2.");
  return [...known, { experiment, arm, less: Number(less) }];
}

function untilTime(text: string): number {
  const day = dayNumber(text);
  if (Number.isNaN(day)) throw new InvalidArgumentError("Use a day like 2026-01-31.");
  return day * 86_400_000;
}
