import { readArrival, track } from "../../machines/lead/tracking.ts";
import type { CallData } from "../site/layout/call-tracking.tsx";
import { callTags, lateClick } from "./call-tags.ts";
import { untilLeft } from "./poll.ts";
import { retreaverNumber } from "./retreaver.ts";
import { loadRingba } from "./ringba.ts";
import { showNumber } from "./show-number.ts";

/** Has a call tracker give the page its number; without one in ten seconds the configured one stays. */
export async function mount(element: Element): Promise<void> {
  if (navigator.globalPrivacyControl) return;
  const { tracker, phone, tracking, defaults = {} } = JSON.parse(element.textContent!) as CallData;
  const stop = untilLeft();
  const { pathname, search } = location;
  const here = readArrival(pathname, new URLSearchParams(search), "");
  const tags = callTags(tracking ?? track(here, defaults));
  const addTags =
    "ringba" in tracker
      ? loadRingba(tracker.ringba, tags, stop)
      : await retreaverNumber(tracker.retreaver, tags, stop, (other) => showNumber(phone, other));
  // A survey's click may still be on its way to be registered.
  if (!document.querySelector("[data-island=survey]") || tags.ef_transaction_id || !addTags) return;
  const late = await lateClick(stop);
  if (late) addTags(late);
}
