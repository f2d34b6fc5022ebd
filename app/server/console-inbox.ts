import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../machines/registry.ts";
import { statutes } from "../../machines/rules/statutes.ts";
import { verdictOf } from "../../services/commands/story.ts";
import type { Viewer } from "../../services/console/console.ts";
import { digitsIn, findLeads, type Wanted } from "../../services/console/find-leads.ts";
import { mayAs } from "../../services/console/roles.ts";
import { hourMs } from "../../services/guard/budget.ts";
import { maskedPerson } from "../../services/observe/masked-lead.ts";
import { printable } from "../../services/observe/printable.ts";
import { periodOf } from "../../services/sales/period.ts";
import { type InboxLead, isLeadId } from "../../services/store/inbox.ts";
import type { MessageStatus } from "../../services/store/types.ts";
import type { Choices, InboxData, InboxRow } from "../console/inbox/inbox-data.ts";
import { shownTime } from "./console-time.ts";

const pageSize = 50;

/** What an address asks of the inbox. What cannot be understood limits nothing. */
export function wantedIn(query: URLSearchParams, timeZone: string): Omit<Wanted, "isMasked"> {
  const get = (name: string) => query.get(name)?.trim() || undefined;
  const survey = get("survey");
  const qualified = get("qualified");
  const status = get("status");
  const before = get("before") ?? "";
  return {
    kind: survey === "contact" ? "contact" : undefined,
    variant: survey !== undefined && variants.has(survey) ? survey : undefined,
    qualified: qualified === undefined ? undefined : qualified === "yes",
    handled: status === undefined ? undefined : status === "handled",
    state: get("state"),
    find: get("find"),
    before: isLeadId(before) ? before : undefined,
    ...dayIn(get("day"), timeZone),
  };
}

/** @param text `2026-01-31`, a day of the site's */
function dayIn(text: string | undefined, timeZone: string): Pick<Wanted, "from" | "until"> {
  const day = periodOf(text ?? "", text ?? "", timeZone);
  return day ? { from: day.from, until: day.until } : {};
}

/** In an hour, by one person to whom numbers are masked: all numbers of an area code would take them months. */
const mostNumbers = 30;
export const tooManySearches =
  "You have searched for 30 whole numbers within an hour. Please go on later, or ask someone who sees leads unmasked.";

/**
 * Whether a search may be made; each is in the audit log first, without what was searched for. A page that is read again
 * with the same search counts no more.
 */
export async function maySearch(
  { find, isMasked }: Wanted,
  { name }: Pick<Viewer, "name">,
  { services: { store } }: AppLoadContext,
): Promise<boolean> {
  if (find === undefined) return true;
  const isWhole = digitsIn(find).length === 10;
  const once = { name: "console search", of: `${name} ${find}`, windowMs: hourMs, most: 1 };
  const all = { name: "console searches", of: name, windowMs: hourMs, most: mostNumbers };
  const usedUp = await store.budgets.take(isMasked && isWhole ? [once, all] : [once], Date.now());
  if (usedUp) return usedUp.share === once;
  await store.readings.add(name, "console search", [], { about: isWhole ? "a whole number" : "a part" });
  return true;
}

export async function inboxData(
  query: URLSearchParams,
  viewer: Pick<Viewer, "name" | "role">,
  context: AppLoadContext,
): Promise<InboxData> {
  const { store, settings } = context.services;
  const { siteTimeZone } = settings;
  const wanted = { ...wantedIn(query, siteTimeZone), isMasked: !mayAs(viewer.role, "leads") };
  const isRefused = !(await maySearch(wanted, viewer, context));
  const { leads, next } = isRefused
    ? { leads: [], next: undefined }
    : await findLeads(store.inbox, wanted, pageSize);
  const deliveries = await store.inbox.deliveries(leads.map(({ id }) => id));
  return {
    rows: leads.map((lead) => {
      const its = deliveries.filter(({ leadId }) => leadId === lead.id);
      return rowOf(
        lead,
        its.map(({ status }) => status),
        siteTimeZone,
      );
    }),
    next: next && `/console?${new URLSearchParams([...withoutBefore(query), ["before", next]])}`,
    isFirstPage: !query.has("before"),
    refused: isRefused ? tooManySearches : undefined,
    choices: { ...choicesIn(query), isMasked: wanted.isMasked },
    csv: `/console/leads.csv?${new URLSearchParams(withoutBefore(query))}`,
  };
}

function withoutBefore(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name, value]) => name !== "before" && value !== "");
}

function choicesIn(query: URLSearchParams): Omit<Choices, "isMasked"> {
  const chosen = Object.fromEntries(withoutBefore(query));
  return {
    chosen,
    surveys: [...variants.keys()].sort(),
    states: statutes.map(({ code }) => code).sort(),
    isFiltered: Object.keys(chosen).length > 0,
  };
}

function rowOf(lead: InboxLead, statuses: MessageStatus[], timeZone: string): InboxRow {
  const { name, phone } = maskedPerson(lead.record);
  const { state } = lead.record;
  return {
    id: lead.id,
    time: shownTime(lead.createdAt, timeZone),
    who: [name || "No name", phone].filter(Boolean).join(", "),
    from: lead.kind === "contact" ? "contact form" : `survey ${lead.variant}`,
    state: typeof state === "string" ? printable(state) : "",
    verdict: lead.kind === "contact" ? "" : verdictOf(lead),
    isQualified: lead.qualified === true,
    delivery: deliveryOf(statuses),
    handledBy: lead.handledBy ?? "",
  };
}

/** The worst comes first: it is what somebody has to do something about. */
function deliveryOf(statuses: MessageStatus[]): InboxRow["delivery"] {
  const has = (...some: MessageStatus[]) => statuses.some((status) => some.includes(status));
  if (has("parked")) return { text: "Parked", tone: "bad" };
  if (has("held")) return { text: "Held for you", tone: "bad" };
  if (has("waiting", "sending")) return { text: "On its way", tone: "quiet" };
  if (has("delivered")) return { text: "Delivered", tone: "good" };
  if (has("rejected")) return { text: "Rejected", tone: "bad" };
  if (has("suppressed")) return { text: "Not to be sent", tone: "quiet" };
  return { text: "Kept here", tone: "quiet" };
}
