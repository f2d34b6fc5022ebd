import { findEntry } from "../../../machines/registry.ts";
import { ok } from "../../observe/finding.ts";
import { type Feature, ownSection } from "../feature.ts";
import type { AddedToNumbers, Event } from "../numbers/added.ts";
import { assignWith } from "./assign.ts";
import type { Experiment } from "./experiment.ts";
import { section } from "./section.ts";

/** Shows visitors one of several versions of a survey, and says which one brings more leads (docs/experiments.md). */
export const experiments: Feature = {
  name: "experiments",
  needs: ["numbers"],
  section,
  arms: (settings) => {
    const { salt, list } = ownSection(settings, section);
    const shown = new Map<string, string[]>();
    for (const { paths, arms } of list)
      for (const path of paths)
        shown.set(path, [...(shown.get(path) ?? []), ...arms.map(({ survey }) => survey ?? path)]);
    return {
      assign: assignWith({ salt, list }),
      shownAt: (path) => shown.get(path) ?? [],
      names: list.flatMap(({ id, arms }) => arms.map(({ name }) => ({ experiment: id, name }))),
    };
  },
  findings: (settings) =>
    ownSection(settings, section).list.map(({ id, paths }) =>
      ok(`Experiment ${id} is on ${paths.join(", ")}.`),
    ),
  adds: {
    numbers: {
      events: (settings) => ownSection(settings, section).list.flatMap(eventsOf),
      analyses: async () => (await import("./numbers.ts")).analyses,
      nextSteps: async (...given) => (await import("./judged.ts")).decided(...given),
    } satisfies AddedToNumbers,
  },
};

/** Its start and its stop, on the surveys that it is on or shows. */
export function eventsOf({ id, paths, arms, start, stop, winner }: Experiment): Event[] {
  const shown = [...paths, ...arms.flatMap(({ survey }) => survey ?? [])];
  const variants = shown.flatMap((path) => findEntry(path)?.variant.code ?? []);
  return [
    { at: start, text: `Experiment ${id} starts`, variants },
    ...(stop === undefined
      ? []
      : [{ at: stop, text: `Experiment ${id} stops${winner ? `, ${winner} wins` : ""}`, variants }]),
  ];
}
