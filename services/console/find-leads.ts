import { hourMs } from "../guard/budget.ts";
import type { Inbox, InboxFilter, InboxLead } from "../store/leads/inbox.ts";
import { type Sought, soughtIn } from "../store/leads/lead-keys.ts";

/** The filters of the inbox; `state` and partial texts are inside sealed values, so leads are opened to compare. */
export type Wanted = InboxFilter & {
  /** A state's two-letter code. */
  state?: string;
  /** The last digits of a number, or how an id begins. Names, addresses and whole numbers are sought by their key. */
  find?: string;
  /**
   * Viewers who see leads masked learn no more from finding a number than its mask shows: its last two digits, or that
   * a number which they know completely is there. Otherwise the whole number could be tried digit by digit; names and
   * addresses are not searched.
   */
  isMasked: boolean;
};

/** A page, and where the next one begins; undefined for the last one. */
export type FoundLeads = { leads: InboxLead[]; next: string | undefined };

/** Leads that came since the last upkeep are made findable before a search; all others are its own, once an hour. */
const newest = { most: 5_000, ms: 2 * hourMs };

/** How many are opened for one page: a rare end of a number is then found by turning pages. */
const mostOpened = 2_000;

export async function findLeads(
  inbox: Pick<Inbox, "page" | "catchUp">,
  { state, find, isMasked, ...filter }: Wanted,
  limit: number,
): Promise<FoundLeads> {
  // A viewer who sees leads masked may have been given a name's key.
  if (isMasked && filter.key !== undefined && !filter.key.startsWith("phone."))
    return { leads: [], next: undefined };
  if (filter.key !== undefined) await inbox.catchUp(newest.most, Date.now() - newest.ms);
  const leads: InboxLead[] = [];
  let before = filter.before;
  for (let opened = 0; opened < mostOpened; ) {
    const page = await inbox.page({ ...filter, before }, limit);
    for (const lead of page) {
      opened += 1;
      before = lead.id;
      if (isInState(lead, state) && isFound(lead, find, isMasked)) leads.push(lead);
      if (leads.length === limit) return { leads, next: lead.id };
    }
    if (page.length < limit) return { leads, next: undefined };
  }
  return { leads, next: before };
}

/** What can be found completely; viewers who see leads masked find only complete numbers. */
export function wholeIn(find: string | undefined, isMasked: boolean): Sought | undefined {
  const sought = find === undefined || isId.test(find) ? undefined : soughtIn(find);
  return sought && (!isMasked || sought.kind === "phone") ? sought : undefined;
}

/** How a lead's id begins; no number and no name has these. */
const isId = /^[\da-f]{8}-[\da-f-]*$/i;

/** The typed digits of a number, without punctuation. */
export const digitsIn = (find: string) => find.replace(/[\s().…+-]/g, "");

function isInState({ record }: InboxLead, state: string | undefined): boolean {
  return state === undefined || record.state === state;
}

function isFound({ id, record }: InboxLead, find: string | undefined, isMasked: boolean): boolean {
  if (find === undefined) return true;
  const digits = digitsIn(find);
  const phone = String(record.phone ?? "").replace(/\D/g, "");
  const isEnd = (isMasked ? /^(?:\d{2}|\d{10})$/ : /^\d{2,10}$/).test(digits) && phone.endsWith(digits);
  return isEnd || (find.length >= 8 && id.startsWith(find.toLowerCase()));
}
