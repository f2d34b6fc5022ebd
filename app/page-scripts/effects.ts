import type { Pixels } from "../../machines/site/page-scripts.ts";
import type { EffectName } from "../../machines/survey.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";
import { addScript } from "./load-script.ts";
import { within } from "./poll.ts";
import { type SocialPixel, socialPixel } from "./social-pixel.ts";

/** Longest that leaving for the thank-you page waits for a network's script, once the lead is reported. */
const longestMs = 1_000;

const done = new Set<EffectName>();
let social: SocialPixel | undefined;

/**
 * Does an effect for which something is configured, once per page.
 * @param leadEvent by which a network knows a second report of the visit's lead
 * @returns a promise that it waits for
 */
export async function doEffect(
  effect: EffectName,
  { pixels }: Pick<SurveyPageData["effects"], "pixels">,
  leadEvent = "",
): Promise<void> {
  if (done.has(effect)) return;
  done.add(effect);
  switch (effect) {
    case "loadTrackingPixel":
      new Image().src = pixels.loadTrackingPixel!;
      return;
    case "loadSocialPixel":
      social = socialPixel(pixels.loadSocialPixel!);
      return;
    case "reportLead":
      social?.report(leadEvent);
      await within(longestMs, async () => social?.loaded);
      return;
    default:
      addScript(pixels[effect as keyof Pixels] as string);
  }
}
