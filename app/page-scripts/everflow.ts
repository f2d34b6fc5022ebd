import type { ClientReport, PageScripts } from "../../machines/site/page-scripts.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";
import { loadScript, poll, within } from "./loading.ts";

type Sdk = { click(options: Record<string, string>): Promise<unknown> };

const everyMs = 5;
/** Where its reply has no id, the vendor's promise never settles. */
const longestClickMs = 5_000;
const name = "_ef_transaction_id";

/**
 * Registers the click with Everflow (spec 7). Its id goes into the page's address, and is reported for all that follows
 * from it.
 */
export async function registerClick(
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

/** The click as the lead will tell of it; one that was registered already says which it is. */
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
