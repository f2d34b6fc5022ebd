import type { PageScripts, Told } from "../../machines/site/page-scripts.ts";
import type { SurveyPageData } from "../survey/page-data.ts";
import { registerClick } from "./everflow.ts";
import { leadid } from "./jornaya.ts";
import { reportIp } from "./public-ip.ts";
import { certify } from "./trusted-form.ts";

/**
 * Loads what is configured. Whatever comes of it is put into `told` and, for a click, into the page's data, when it
 * comes; nothing depends on it.
 * @param stop ends all waiting when the page is left
 * @returns when it is known whether the form has its certificates
 */
export function startScripts(
  { everflow, trustedForm, jornaya, publicIp }: PageScripts,
  page: Pick<SurveyPageData, "entry" | "input">,
  told: Told,
  stop: AbortSignal,
): Promise<unknown> {
  if (everflow) void registerClick(everflow, page, stop);
  if (publicIp) void reportIp(publicIp, told, stop);
  return Promise.all([
    trustedForm && certify(trustedForm, told, stop),
    jornaya && leadid(jornaya, told, stop),
  ]);
}
