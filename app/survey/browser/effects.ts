import type { EffectName } from "../../../machines/survey.ts";
import type { SurveyPageData } from "../screen/page-data.ts";

type Effects = SurveyPageData["effects"];

let report: Promise<unknown> | undefined;

/**
 * Does one of a chart's effects but for its window, once per page. What others run is fetched only where something
 * of it is configured.
 */
export function haveEffect(effect: EffectName, effects: Effects, leadEvent?: string): void {
  const { pixels } = effects;
  const isOn = effect === "reportLead" ? pixels.loadSocialPixel : effect in pixels;
  if (!isOn) return;
  const done = import("../../page-scripts/index.ts").then(
    ({ doEffect }) => doEffect(effect, effects, leadEvent),
    () => {},
  );
  if (effect === "reportLead") report = done;
}

/** Settles when the networks know of the lead, or will not in time: the page can be left. */
export async function leadReported(): Promise<void> {
  await report;
}
