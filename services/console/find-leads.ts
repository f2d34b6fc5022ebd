import type { Inbox, InboxFilter, InboxLead } from "../store/inbox.ts";

/** What is asked of the inbox; `state` and `find` are within what is sealed, so leads are opened to look. */
export type Wanted = InboxFilter & {
  /** Two letters. */
  state?: string;
  /** The last digits of a phone number, or how an id begins. */
  find?: string;
  /**
   * Who asks sees leads masked, and is told no more of a number by finding it than its mask shows: its last two digits, or
   * that a number which they know whole is there. Digit by digit the whole number could be tried.
   */
  isMasked: boolean;
};

/** One page, and where the next one begins; undefined where there is none. */
export type FoundLeads = { leads: InboxLead[]; next: string | undefined };

/** So many are opened for one page: a rare end of a number is then found by turning pages. */
const mostOpened = 2_000;

export async function findLeads(
  inbox: Pick<Inbox, "page">,
  { state, find, isMasked, ...filter }: Wanted,
  limit: number,
): Promise<FoundLeads> {
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

/** What is typed of a number, without the signs around it. */
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
