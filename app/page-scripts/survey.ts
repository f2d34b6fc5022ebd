import type { ProgressQueue } from "../survey/browser/progress-queue.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";
import { certify, leadid, tagConsent } from "./certificates.ts";
import { registerClick } from "./everflow.ts";
import { untilLeft } from "./loading.ts";
import { publicAddress } from "./public-ip.ts";

/** Longest that a consent waits for its certificates, in all. */
const longestMs = 3_000;

/**
 * Loads what is configured. Whatever comes of it is reported when it comes. Nothing waits for it but the answer with the
 * consent, for its certificates, and that not for long. All looking ends with the page.
 */
export function startScripts(
  page: SurveyPageData,
  { report, holdBack }: Pick<ProgressQueue, "report" | "holdBack">,
): void {
  const { everflow, trustedForm, jornaya, publicIp } = page.scripts!;
  const stop = untilLeft();
  if (everflow) void registerClick(everflow, page, stop).then(report);
  if (publicIp) void publicAddress(publicIp, stop).then(report);
  if (trustedForm || jornaya) tagConsent(page.company.siteName, stop);
  const certified = Promise.all([
    trustedForm && certify(trustedForm, stop).then(report),
    jornaya && leadid(jornaya, stop).then(report),
  ]);
  let waited: Promise<unknown> | undefined;
  holdBack((entries) => {
    const isConsent = entries.some((entry) => "answer" in entry && page.steps[entry.answer.step]?.consent);
    if (isConsent) waited ??= Promise.race([certified, new Promise((late) => setTimeout(late, longestMs))]);
    return isConsent ? waited : undefined;
  });
}
