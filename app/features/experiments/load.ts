import type { AppLoadContext } from "@remix-run/node";
import { namesOf } from "../../../services/features/experiments/assign.ts";
import { settleMs } from "../../../services/features/experiments/feature.ts";
import {
  type Experiments,
  type InForce,
  inForce,
  type Phase,
  phaseAt,
} from "../../../services/features/experiments/in-force.ts";
import { stateOf } from "../../../services/features/experiments/judged.ts";
import {
  type Planned,
  type PressFaults,
  percent,
  plannedPress,
  type Typed,
} from "../../../services/features/experiments/presses.ts";
import { section } from "../../../services/features/experiments/section.ts";
import { ownSection } from "../../../services/features/feature.ts";
import { printable } from "../../../services/observe/printable.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { freeWords } from "../../../services/operations/text.ts";
import type { ExperimentChange } from "../../../services/store/feature-rows.ts";
import { armsWithoutWords, silentAt } from "../../../services/words/arm-words.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";

/** What the file and the store say now, which this process may learn a second later. */
async function experimentsNow({ services: { settings, store } }: AppLoadContext): Promise<Experiments> {
  return { ...ownSection(settings, section), changes: await store.experiments.all() };
}

export type ExperimentRow = {
  id: string;
  about: string;
  state: string;
  tone: "good" | "quiet";
  text: string;
  /** Arms that lack their set of words. */
  missing: readonly string[];
};

/** Every experiment with what holds of it now. */
export async function listData(context: AppLoadContext) {
  const now = Date.now();
  const rows = inForce(await experimentsNow(context)).map((one): ExperimentRow => {
    const { state, share } = phaseAt(one, now);
    const text = `on ${one.paths.join(", ")}${state === "running" ? `, ${percent(share)} of visitors` : ""}`;
    const { id, about } = one;
    const tone = state === "running" ? "good" : "quiet";
    const missing = armsWithoutWords(namesOf(one), context.services.settings.ownWords);
    return { id, about, state: stateOf(one, now), tone, text, missing };
  });
  return { rows };
}

/** A change that somebody made, in words. `canUndo`: no later change builds on it. */
export type ChangeRow = { number: number; what: string; by: string; reason: string; canUndo: boolean };

/**
 * An experiment, what can be pressed, and its history, the newest first.
 * @throws Response 404
 */
export async function experimentData(id: string, context: AppLoadContext, isWhole: boolean) {
  const zone = context.services.settings.siteTimeZone;
  const experiments = await experimentsNow(context);
  const one = inForce(experiments).find((each) => each.id === id);
  if (!one) throw new Response("There is no such page.", { status: 404 });
  const now = Date.now();
  const changes = experiments.changes!;
  const own = changes.filter(({ experiment }) => experiment === id);
  const phase = phaseAt(one, now);
  const next = one.phases.find(({ since }) => since > now);
  const { ownWords } = context.services.settings;
  const arms = namesOf(one);
  const missing = armsWithoutWords(arms, ownWords);
  const inSets = arms.filter(({ words }) => words !== undefined);
  const rows = own.map((change, index) => changeRow(one, change, own.length - 1 === index, zone, isWhole));
  return {
    id,
    about: one.about,
    address: `/console/experiments/${id}`,
    report: `/graphs/experiments/${id}`,
    state: phase.state,
    says: [
      inWords(phase),
      ...(next ? [`From ${shownTime(next.since, zone, now)}: ${inWords(next)}`] : []),
      `It is on ${one.paths.join(", ")}. Its arms: ${one.arms.map(({ name }) => name).join(", ")}; ${one.control} is control.`,
      ...inSets.map(({ name, words }) => `Arm ${name} says the words of the set ${words}.`),
      // An arm that is silent everywhere is a refusal.
      ...(missing.length === 0 ? arms : []).flatMap((arm) =>
        silentAt(arm, ownWords).map((path) => `On ${path} the set ${arm.words} says nothing else.`),
      ),
    ],
    missing,
    share: percent(phase.share).replace("%", ""),
    arms: one.arms.map(({ name }) => name),
    seen: changes.at(-1)?.number ?? 0,
    history: rows.reverse(),
  };
}

export type ExperimentData = Awaited<ReturnType<typeof experimentData>>;

function inWords({ state, share, winner }: Phase): string {
  if (state === "waiting") return "It waits: nobody is shown it.";
  if (state === "running") return `It runs, for ${percent(share)} of visitors.`;
  return winner
    ? `It has ended: everybody is shown ${winner}.`
    : "It has ended: everybody is shown the page without it.";
}

function changeRow(
  one: InForce,
  change: ExperimentChange,
  isNewest: boolean,
  zone: string,
  isWhole: boolean,
): ChangeRow {
  const { number, since, person, at, reason, undoes } = change;
  const isUndone = undoes !== null;
  return {
    number,
    what: `From ${shownTime(since, zone)}: ${inWords(phaseAt(one, since))}`,
    by: `${printable(person) || "somebody"}, ${shownTime(at, zone)}`,
    reason: `${isUndone ? `Undoes change ${undoes}. ` : ""}${freeWords(reason, isWhole)}`,
    canUndo: isNewest,
  };
}

/** The result of a press: `faults` by field, `given` what was typed, `look` its effect, to confirm. */
export type Pressed = {
  look?: SecondLook;
  text: string;
  faults: PressFaults;
  given: Partial<Record<string, string>>;
  intent: string;
};

const stale = "Somebody has changed an experiment since you opened the page. Look at it again.";

/**
 * Begins, widens, ends or undoes, with a reason; what will hold is shown for confirmation first.
 * @returns undefined when done
 * @throws Response 404
 */
export async function pressed(
  id: string,
  form: PostedForm,
  context: AppLoadContext,
  person: string,
): Promise<Pressed | undefined> {
  const { store, settings } = context.services;
  const { intent = "", share = "", winner = "", change = "", reason = "", seen = "", confirmed } = form;
  const typed: Typed = { intent, share, winner, change, reason };
  const refuse = (text: string, faults: PressFaults = {}): Pressed => ({
    text,
    faults,
    given: { ...typed },
    intent,
  });
  const experiments = await experimentsNow(context);
  if (!experiments.list.some((each) => each.id === id))
    throw new Response("There is no such page.", { status: 404 });
  const newest = experiments.changes!.at(-1)?.number ?? 0;
  if (String(newest) !== seen) return refuse(stale);
  try {
    const planned = plannedPress(experiments, id, typed, Date.now() + settleMs(settings), settings.ownWords);
    if ("faults" in planned) return refuse("", planned.faults);
    const { since: _, ...what } = planned.change;
    const name = lookAt(id, what, newest);
    if (confirmed !== name)
      return { ...refuse(""), look: lookOf(planned, { ...typed, seen, confirmed: name }) };
    const deed = { about: `experiment ${id}`, reason: what.reason };
    await store.readings.add(person, `console experiments ${intent}`, [], deed);
    return (await store.experiments.add({ ...planned.change, person }, newest)) ? undefined : refuse(stale);
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message);
    throw error;
  }
}

function lookOf({ before, next }: Planned, fields: Record<string, string>): SecondLook {
  const [was, is] = [inWords(before), inWords(next)];
  const isEnd = before.state === "running" && next.state !== "running";
  return {
    says: [
      `Now: ${was}`,
      `Then: ${is}`,
      "It counts within seconds, in all processes. Those who have begun to answer go on in their arm.",
      ...(isEnd ? ["Its report stays, with the visits until then."] : []),
    ],
    warns: "",
    fields,
    button: { begin: "Begin it", widen: "Widen it", end: "End it" }[fields.intent!] ?? "Undo it",
  };
}
