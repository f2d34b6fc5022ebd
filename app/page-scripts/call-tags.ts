import type { Tracking } from "../../machines/lead/tracking.ts";
import { poll } from "./poll.ts";

/** Where a call comes from, by the names that the lead has for it. */
export type CallTags = { [name in keyof Tracking]?: string };

const names = [
  ...(["affid", "oid", "sub_id", "sub_id2", "sub_id3", "sub_id4"] as const),
  ...(["click_id", "ef_transaction_id"] as const),
];
/** Sub ids are other people's: what does not look like an id may be a name or an address, and is left out. */
const id = /^[\w.-]{1,255}$/;
const everyMs = 50;

/** Tags for a visitor's calls: ids only, nothing personal. */
export function callTags(tracking: Tracking): CallTags {
  return Object.fromEntries(
    names.map((name) => [name, tracking[name]]).filter(([, value]) => id.test(value!)),
  );
}

/** The id of a click that is registered while the page is there, when it comes; it is in the address then. */
export async function lateClick(stop: AbortSignal): Promise<CallTags | undefined> {
  const click = () => new URLSearchParams(location.search).get("_ef_transaction_id") ?? undefined;
  const found = await poll(click, everyMs, stop);
  return found && id.test(found) ? { ef_transaction_id: found } : undefined;
}
