import type { ClientReport, PageScripts } from "../../machines/site/page-scripts.ts";
import type { ProgressQueue } from "../survey/browser/progress-queue.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";
import { certify, leadid, tagConsent } from "./certificates.ts";
import { loadScript, poll, untilLeft, within } from "./loading.ts";

type Sdk = { click(options: Record<string, string>): Promise<unknown> };

const everyMs = 5;
/** Where its reply has no id, the vendor's promise never settles. */
const longestClickMs = 5_000;
const name = "_ef_transaction_id";

/** Registers the click with Everflow (spec 7). Its id is put into the page's address, and reported. */
async function registerClick(
  { script }: Required<PageScripts>["everflow"],
  page: Pick<SurveyPageData, "entry" | "input">,
  stop: AbortSignal,
): Promise<ClientReport> {
  const ended = loadScript(script, stop);
  const loaded = window as { EF?: Sdk };
  const sdk = await poll(() => (loaded.EF?.click ? loaded.EF : undefined), everyMs, ended);
  const id = sdk && (await within(longestClickMs, () => sdk.click(clickOf(page))));
  if (typeof id !== "string" || !/^[\w.-]{1,128}$/.test(id) || stop.aborted) return {};
  const here = new URL(location.href);
  here.searchParams.set(name, id);
  history.replaceState(history.state, "", here);
  return { click: id };
}

/** The click as the lead will have it; a registered one has its id already. */
function clickOf({ entry: { query }, input: { tracking } }: Pick<SurveyPageData, "entry" | "input">) {
  const here = new URLSearchParams(location.search);
  const click = {
    offer_id: tracking.oid,
    affiliate_id: tracking.affid,
    sub1: tracking.sub_id,
    sub2: tracking.sub_id2,
    sub3: tracking.sub_id3,
    sub4: tracking.sub_id4,
    sub5: tracking.click_id,
    uid: here.get("uid") ?? "",
    source_id: here.get("source_id") ?? "",
    transaction_id: query[name] ?? "",
  };
  return Object.fromEntries(Object.entries(click).filter(([, value]) => value !== ""));
}

const longestAskMs = 2_000;

/** Asks services in turn for the visitor's address, until one answers: as `{"ip": …}` or as a line `ip=…`. */
async function publicAddress(
  { urls }: Required<PageScripts>["publicIp"],
  stop: AbortSignal,
): Promise<ClientReport> {
  for (const url of urls) {
    if (stop.aborted) break;
    const publicIp = await ask(url).catch(() => undefined);
    if (publicIp) return { publicIp };
  }
  return {};
}

async function ask(url: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(longestAskMs);
  const reply = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", signal });
  const text = (await reply.text()).trim();
  const ip = text.startsWith("{") ? JSON.parse(text).ip : /^ip=(.+)$/m.exec(text)?.[1];
  return reply.ok && /^[\da-f.:]{2,45}$/i.test(ip) ? ip : undefined;
}

/** Longest that a consent waits for its certificates, in all. */
const longestMs = 3_000;

/**
 * Loads what is configured, and reports results as they arrive. Only the answer with the consent waits, for its
 * certificates, and briefly. All polling ends with the page.
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
