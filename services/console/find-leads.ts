import type { Inbox, InboxFilter, InboxLead } from "../store/inbox.ts";

/** What is asked of the inbox; `state` and `find` are within what is sealed, so leads are opened to look. */
export type Wanted = InboxFilter & {
  /** Two letters. */
  state?: string;
  /** The last digits of a phone number, or how an id begins. */
  find?: string;
};

/** One page, and where the next one begins; undefined where there is none. */
export type FoundLeads = { leads: InboxLead[]; next: string | undefined };

/** So many are opened for one page: a rare end of a number is then found by turning pages. */
const mostOpened = 2_000;

export async function findLeads(
  inbox: Pick<Inbox, "page">,
  { state, find, ...filter }: Wanted,
  limit: number,
): Promise<FoundLeads> {
  const leads: InboxLead[] = [];
  let before = filter.before;
  for (let opened = 0; opened < mostOpened; ) {
    const page = await inbox.page({ ...filter, before }, limit);
    for (const lead of page) {
      opened += 1;
      before = lead.id;
      if (isInState(lead, state) && isFound(lead, find)) leads.push(lead);
      if (leads.length === limit) return { leads, next: lead.id };
    }
    if (page.length < limit) return { leads, next: undefined };
  }
  return { leads, next: before };
}

function isInState({ record }: InboxLead, state: string | undefined): boolean {
  return state === undefined || record.state === state;
}

function isFound({ id, record }: InboxLead, find: string | undefined): boolean {
  if (find === undefined) return true;
  const digits = find.replace(/[\s().…+-]/g, "");
  const phone = String(record.phone ?? "").replace(/\D/g, "");
  const isEnd = /^\d{2,10}$/.test(digits) && phone.endsWith(digits);
  return isEnd || (find.length >= 8 && id.startsWith(find.toLowerCase()));
}
