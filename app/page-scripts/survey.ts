import type { SurveyPageData } from "../survey/screen/page-data.ts";
import { tagConsent } from "./consent-tags.ts";
import { registerClick } from "./everflow.ts";
import { leadid } from "./jornaya.ts";
import { untilLeft } from "./poll.ts";
import { reportIp } from "./public-ip.ts";
import { certify } from "./trusted-form.ts";

/** Longest that a consent waits for its certificates, in all. */
const longestMs = 3_000;

/**
 * Loads what is configured. Whatever comes of it is put into what the page's posts tell and, for a click, into the
 * page's data, when it comes. Nothing waits for it but the answer with the consent, for its certificates, and that
 * not for long. All looking ends with the page.
 */
export function startScripts(page: SurveyPageData): void {
  const vendors = page.thirdParties!;
  const { reported } = vendors;
  const { everflow, trustedForm, jornaya, publicIp } = vendors.scripts;
  const stop = untilLeft();
  if (everflow) void registerClick(everflow, page, stop);
  if (publicIp) void reportIp(publicIp, reported, stop);
  if (trustedForm || jornaya) tagConsent(page.company.siteName, stop);
  const certified = Promise.all([
    trustedForm && certify(trustedForm, reported, stop),
    jornaya && leadid(jornaya, reported, stop),
  ]);
  let waited: Promise<unknown> | undefined;
  vendors.waitFor = (entries) => {
    const isConsent = entries.some((entry) => "answer" in entry && page.steps[entry.answer.step]?.consent);
    if (isConsent) waited ??= Promise.race([certified, new Promise((late) => setTimeout(late, longestMs))]);
    return isConsent ? waited : undefined;
  };
}
