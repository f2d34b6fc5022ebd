import { findEntry } from "../../../machines/registry.ts";
import { ok } from "../../observe/finding.ts";
import { polling } from "../../observe/polling.ts";
import type { Settings } from "../../settings/env.ts";
import { awaitedAtStart } from "../../store/patient-store.ts";
import { type Arms, type Feature, ownSection, type Sections } from "../feature.ts";
import type { AddedToNumbers, Event } from "../numbers/added.ts";
import { assignWith, namesOf } from "./assign.ts";
import { experimentChangesIn } from "./changes.ts";
import { type Experiments, type InForce, inForce } from "./in-force.ts";
import { section } from "./section.ts";

/** The longest time between two looks for changes of the console, in milliseconds; shorter where the outbox's is. */
const longestPollMs = 1_000;

/**
 * How long after a press it counts, in milliseconds: every process has looked by then, so that none shows a page without
 * an arm in which another one counts its visitor.
 */
export const settleMs = ({ outboxPollMs }: Pick<Settings, "outboxPollMs">) => 5 * pollMsOf(outboxPollMs);

const pollMsOf = (outboxPollMs: number) => Math.min(longestPollMs, outboxPollMs);

/** The experiments as they are run, in the order of the file. */
export const experimentsIn = (settings: Sections): InForce[] => inForce(ownSection(settings, section));

/** Shows visitors one of several versions of a survey, and says which one brings more leads (docs/experiments.md). */
export const experiments: Feature<ReturnType<typeof experimentChangesIn>> = {
  name: "experiments",
  needs: ["numbers"],
  section,
  tables: { names: ["experiment_changes"], of: experimentChangesIn },
  arms: (settings) => armsWith(ownSection(settings, section)),
  start: async ({ settings, store: { experiments: changes }, log }) => {
    let newest = 0;
    const look = async () => {
      // Of none nothing is changed, and one may come with the file.
      if (ownSection(settings, section).list.length === 0) return;
      const now = await changes.newest();
      if (now === newest) return;
      const all = await changes.all();
      // Only now, since the file may have been taken up meanwhile.
      const given = { ...ownSection(settings, section), changes: all };
      settings.sections = { ...settings.sections, [section.name]: given };
      settings.arms = armsWith(given);
      newest = now;
    };
    // Nobody may be shown a page before it is known who is shown which.
    await awaitedAtStart(look, log);
    const pollMs = pollMsOf(settings.outboxPollMs);
    return polling(look, { pollMs, log, failed: "experiments.read_failed" });
  },
  findings: (settings) =>
    ownSection(settings, section).list.map(({ id, paths }) =>
      ok(`Experiment ${id} is on ${paths.join(", ")}.`),
    ),
  adds: {
    numbers: {
      events: (settings) => experimentsIn(settings).flatMap(eventsOf),
      analyses: async () => (await import("./numbers.ts")).analyses,
      nextSteps: async (...given) => (await import("./judged.ts")).decided(...given),
    } satisfies AddedToNumbers,
  },
};

function armsWith(experiments: Experiments): Arms {
  const shown = new Map<string, string[]>();
  for (const { paths, arms } of experiments.list)
    for (const path of paths)
      shown.set(path, [...(shown.get(path) ?? []), ...arms.map(({ survey }) => survey ?? path)]);
  return {
    assign: assignWith(experiments),
    shownAt: (path) => shown.get(path) ?? [],
    names: experiments.list.flatMap(namesOf),
  };
}

/** Its start, each change of its share, and its stop, on the surveys that it is on or shows. */
export function eventsOf({
  id,
  paths,
  arms,
  phases,
}: Pick<InForce, "id" | "paths" | "arms" | "phases">): Event[] {
  const shown = [...paths, ...arms.flatMap(({ survey }) => survey ?? [])];
  const variants = shown.flatMap((path) => findEntry(path)?.variant.code ?? []);
  return phases.flatMap(({ since, state, share, winner }, index) => {
    const before = phases[index - 1];
    if (!before) return state === "running" ? [{ at: since, text: `Experiment ${id} starts`, variants }] : [];
    const what =
      state === "running"
        ? before.state === "running"
          ? `has ${Number((100 * share).toFixed(1))}% of visitors`
          : "starts"
        : `stops${winner ? `, ${winner} wins` : ""}`;
    return [{ at: since, text: `Experiment ${id} ${what}`, variants }];
  });
}
