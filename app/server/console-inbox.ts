import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../machines/registry.ts";
import { statutes } from "../../machines/rules/statutes.ts";
import { dayCounter, dayNumber, dayStart } from "../../services/analytics/days.ts";
import { verdictOf } from "../../services/commands/story.ts";
import type { Viewer } from "../../services/console/console.ts";
import { findLeads, type Wanted } from "../../services/console/find-leads.ts";
import { mayAs } from "../../services/console/roles.ts";
import { maskedPerson } from "../../services/observe/masked-lead.ts";
import { printable } from "../../services/observe/printable.ts";
import { type InboxLead, isLeadId } from "../../services/store/inbox.ts";
import type { MessageStatus } from "../../services/store/types.ts";
import type { Choices, InboxData, InboxRow } from "../console/inbox/inbox-data.ts";
import { shownTime } from "./console-time.ts";

const pageSize = 50;
const dayMs = 24 * 60 * 60_000;

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
  const day = dayNumber(text ?? "");
  if (Number.isNaN(day)) return {};
  const count = dayCounter(timeZone);
  const noon = day * dayMs + dayMs / 2;
  // Noon in UTC may be another day at the ends of the earth.
  const from = dayStart(noon + (day - count(noon)) * dayMs, count);
  return { from, until: dayStart(from + dayMs * 1.25, count) };
}

export async function inboxData(
  query: URLSearchParams,
  { role }: Pick<Viewer, "role">,
  { services }: AppLoadContext,
): Promise<InboxData> {
  const { store, settings } = services;
  const { siteTimeZone } = settings;
  const wanted = { ...wantedIn(query, siteTimeZone), isMasked: !mayAs(role, "leads") };
  const { leads, next } = await findLeads(store.inbox, wanted, pageSize);
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
