import type { EffectName } from "../../machines/survey.ts";
import type { SurveyPageData } from "./page-data.ts";

const loaded = new Set<EffectName>();

/** Loads what a chart's effect stands for, once per page; nothing where no address is configured. */
export function loadEffect(name: EffectName, urls: SurveyPageData["effects"]["urls"]): void {
  const url = urls[name];
  if (!url || loaded.has(name)) return;
  loaded.add(name);
  if (name === "loadTrackingPixel") {
    new Image().src = url;
    return;
  }
  const script = document.createElement("script");
  script.src = url;
  script.async = true;
  document.head.append(script);
}
