import type { SurveyEntry } from "../../../machines/registry.ts";
import { type Pixels, pixelsAt } from "../../../machines/site/page-scripts.ts";
import type { EffectName } from "../../../machines/survey.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import type { Settings } from "../../../services/settings/env.ts";
import type { SurveyPageData } from "../screen/page-data.ts";

/**
 * What the chart has had done by coming to this screen: on arrival what it does at its start, and at the newest
 * question what the answer before it has brought about. A browser without scripts gets each once, here.
 * @param arrives the survey's own address was opened, and not one of its questions
 */
export function saidOnTheWay(
  { replay: { stages }, path }: Pick<VisitState, "replay" | "path">,
  step: string,
  arrives: boolean,
): EffectName[] {
  if (arrives) return stages[0]!.effects;
  const before = stages.at(-2)?.effects.length ?? 0;
  return step === path.at(-1) ? stages.at(-1)!.effects.slice(before) : [];
}

type Page = {
  entry: SurveyEntry;
  state: Pick<VisitState, "ending">;
  settings: Pick<Settings, "pixels" | "clickWindow">;
};

/** The chart's effects as a page gets them. @param said those that have led to this page */
export function pageEffects(
  { entry, state, settings }: Page,
  said: readonly EffectName[] = [],
): SurveyPageData["effects"] {
  const { clickWindow } = settings;
  // Where a survey has ended, nothing more is counted.
  const pixels = state.ending ? {} : pixelsAt(settings.pixels, entry.path);
  const opens = clickWindow.affiliateClickUrl || clickWindow.vw3OfferUrl;
  return {
    pixels,
    clickWindow: opens ? { ...clickWindow, rule: entry.variant.clickWindow } : null,
    images: said.flatMap((effect) => imageOf(effect, pixels) ?? []),
  };
}

/** The image that stands in for an effect where no script runs; undefined where it has none. */
function imageOf(effect: EffectName, { loadTrackingPixel, loadSocialPixel }: Pixels): string | undefined {
  if (effect === "loadTrackingPixel") return loadTrackingPixel;
  if (effect !== "loadSocialPixel" || !loadSocialPixel?.meta) return undefined;
  const { id, image } = loadSocialPixel.meta;
  return `${image}?${new URLSearchParams({ id, ev: "PageView", noscript: "1" })}`;
}
