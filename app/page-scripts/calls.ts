import type { CallTracker } from "../../machines/site/page-scripts.ts";
import type { Company } from "../survey/page-data.ts";
import { untilLeft } from "./poll.ts";
import { retreaverNumber } from "./retreaver.ts";
import { loadRingba } from "./ringba.ts";
import { showNumber } from "./show-number.ts";

/** The number that the page shows, and who may give another. */
export type CallData = { tracker: CallTracker; phone: Company["phone"] };

/** Has a call tracker give the page its number; without one in ten seconds the configured one stays. */
export async function mount(element: Element): Promise<void> {
  if (navigator.globalPrivacyControl) return;
  const { tracker, phone } = JSON.parse(element.textContent!) as CallData;
  const stop = untilLeft();
  if ("ringba" in tracker) return loadRingba(tracker.ringba, stop);
  const other = await retreaverNumber(tracker.retreaver, stop);
  if (other) showNumber(phone, other);
}
