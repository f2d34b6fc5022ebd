import { errorStates } from "../../../machines/features/screens/error-states.ts";
import type { Graph } from "../../../machines/graph/graph.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { Variant } from "../../../machines/variant.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { outline, stepsOf } from "../../../machines/visit/outline.ts";
import { languageNamed } from "../../../services/words/languages.ts";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { surveyPage } from "../../survey/server/page.ts";

/**
 * A requested screen: a step in its initial or an error state, in a language and theme. `words`: the set of words of an
 * experiment's arm.
 */
export type Wanted = { step: string; state: string; language: Language; flags: string; words?: string };

/** Reads the requested screen from the URL; the variant has the defaults. */
export function wantedIn(query: URLSearchParams, { language }: Pick<Required<Variant>, "language">): Wanted {
  return {
    step: query.get("step") ?? "",
    state: query.get("state") ?? "",
    language: languageNamed(query.get("language")) ?? language,
    flags: query.get("flags") ?? "",
  };
}

const isScreen = (name: string) => stepNamed(name) !== undefined;

/** Every step of a variant in survey order, with the names of its error states. */
export function screensOf(
  { machine }: Required<Variant>,
  graph: Graph,
): { step: string; states: string[] }[] {
  return stepsOf(machine, isScreen).map((step) => ({
    step,
    states: errorStates(stepNamed(step, machine)!, graph, today).map(({ name }) => name),
  }));
}

/** Today's date on all screens, fixed so that they do not change from day to day. */
const today = { year: 2026, month: 6, day: 15 };

/** The survey page's data for a screen, as if the visitor had taken the shortest path. */
export function screenData(
  variant: Required<Variant>,
  graph: Graph,
  { step, state, language, flags, words }: Wanted,
  settings: Parameters<typeof surveyPage>[0]["settings"],
): SurveyPageData {
  const path = Object.keys(variant.entries)[0]!;
  const entry: SurveyEntry = { path, variant: { ...variant, language }, defaults: variant.entries[path]! };
  const arm = words === undefined ? undefined : { experiment: "", name: "", version: "", flags: "", words };
  const arrival = { path, query: { flags }, referer: "", arm };
  const at = Date.UTC(today.year, today.month - 1, today.day, 12);
  const begun = openVisit(entry, {}, [{ at, kind: "entry", body: arrival }]);
  const way = wayTo(variant, begun.replay.state, step);
  const { errors, values } = errorStates(stepNamed(step, variant.machine)!, graph, today).find(
    ({ name }) => name === state,
  ) ?? { errors: {}, values: undefined };
  const isEnd = stepNamed(step, variant.machine)!.kind === "end";
  const page = surveyPage({
    entry,
    visit: { token: "", id: "", leadEvent: "", arrival },
    state: { ...begun, path: way, step, ending: isEnd ? step : null },
    step,
    isExternalHost: false,
    settings,
    errors,
    values,
  });
  return {
    ...page,
    screen: { ...page.screen, buyers: [{ name: "[first law firm]" }, { name: "[second law firm]" }] },
  };
}

/** The screens on the shortest path to a step, including the step. */
function wayTo({ machine }: Required<Variant>, from: string, step: string): string[] {
  const next = outline(machine);
  const ways: string[][] = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const here = way.at(-1)!;
    if (here === step) return way.filter(isScreen);
    for (const follower of next.get(here) ?? []) {
      if (!seen.has(follower)) ways.push([...way, follower]);
      seen.add(follower);
    }
  }
  return [step];
}
