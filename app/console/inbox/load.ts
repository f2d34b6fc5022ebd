import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../../machines/registry.ts";
import { statutes } from "../../../machines/rules/statutes.ts";
import { periodOf } from "../../../services/calendar/days.ts";
import type { Viewer } from "../../../services/console/console.ts";
import { digitsIn, findLeads, type Wanted, wholeIn } from "../../../services/console/find-leads.ts";
import { mayAs } from "../../../services/console/roles.ts";
import { hourMs } from "../../../services/guard/budget.ts";
import { maskedPerson, wholePerson } from "../../../services/observe/masked-lead.ts";
import { printable } from "../../../services/observe/printable.ts";
import { type SaleState, saleNames, saleStates } from "../../../services/operations/offer.ts";
import { verdictOf } from "../../../services/operations/story.ts";
import { type InboxLead, isLeadId } from "../../../services/store/leads/inbox.ts";
import type { MessageStatus } from "../../../services/store/rows.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { shownAge, shownMinute, shownTime } from "../ui/shown.ts";

/** A lead as listed; the person is masked for roles that do not see leads whole. */
export type InboxRow = {
  id: string;
  /** To the minute; `moment` includes second and zone. */
  time: string;
  moment: string;
  /** How long ago that is. */
  age: string;
  who: string;
  phone: string;
  from: string;
  state: string;
  verdict: string;
  isQualified: boolean;
  delivery: SaleState;
  /** One press offers it to the order's buyers again. */
  canOffer: boolean;
  handledBy: string;
};

/** The filter's options and the chosen ones, by the fields' names. */
export type Choices = {
  /**
   * Whether the searcher sees leads masked, and therefore finds a number by the digits that its mask shows, or by all
   * of it.
   */
  isMasked: boolean;
  chosen: Record<string, string>;
  surveys: readonly string[];
  states: readonly string[];
  /** Names of the receivers of leads. */
  receivers: readonly string[];
  /** The possible states of a lead, by name and in words. */
  deliveries: readonly (readonly [string, string])[];
  isFiltered: boolean;
};

const pageSize = 50;

/** The filters in an inbox's address. Unreadable values are ignored. */
export function wantedIn(
  query: URLSearchParams,
  settings: AppLoadContext["services"]["settings"],
): Omit<Wanted, "isMasked"> {
  const { siteTimeZone: timeZone } = settings;
  const get = (name: string) => query.get(name)?.trim() || undefined;
  const survey = get("survey");
  const qualified = get("qualified");
  const status = get("status");
  const before = get("before") ?? "";
  const is = sales.get(get("delivery") ?? "");
  return {
    kind: survey === "contact" ? "contact" : undefined,
    variant: survey !== undefined && variants.has(survey) ? survey : undefined,
    qualified: qualified === undefined ? undefined : qualified === "yes",
    handled: status === undefined ? undefined : status === "handled",
    state: get("state"),
    find: get("find"),
    key: keyIn(get("key")),
    affiliate: textIn(get("affiliate")),
    subId: textIn(get("sub")),
    buyer: textIn(get("buyer")),
    leastCents: centsIn(get("price")),
    delivery: deliveries.get(get("delivery") ?? "")?.of,
    sale: is && { ...saleNames(settings), is },
    before: isLeadId(before) ? before : undefined,
    ...daysIn(get("day") ?? get("from"), get("day") ?? get("to"), timeZone),
  };
}

/** The keys that leads are found by (`keyOf`). Names and addresses are never part of a URL. */
const keyIn = (text: string | undefined) =>
  text !== undefined && /^(phone|email|name)\.[\da-f]{64}$/.test(text) ? text : undefined;

/** PostgreSQL refuses a NUL even in a question. */
const textIn = (text: string | undefined) => (text?.includes("\0") ? undefined : text);

/** @param text dollars such as `45` or `45.50` */
function centsIn(text: string | undefined): number | undefined {
  const [, dollars, cents = ""] = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text ?? "") ?? [];
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}

/** @param first `2026-01-31`, a day of the site's, as is `last`; without one there is no end on its side */
function daysIn(
  first: string | undefined,
  last: string | undefined,
  timeZone: string,
): Pick<Wanted, "from" | "until"> {
  const from = first === undefined ? undefined : periodOf(first, first, timeZone)?.from;
  const until = last === undefined ? undefined : periodOf(last, last, timeZone)?.until;
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}

/** States of a lead's messages, by their names in an address. */
const deliveries: ReadonlyMap<string, { text: string; of: readonly MessageStatus[] }> = new Map(
  Object.entries({
    parked: { text: "parked", of: ["parked"] },
    held: { text: "held for you", of: ["held"] },
    waiting: { text: "on its way", of: ["waiting", "sending"] },
    suppressed: { text: "not to be sent", of: ["suppressed"] },
  }),
);

/** States of its sale, likewise. */
const sales: ReadonlyMap<string, "sold" | "unsold"> = new Map([
  ["delivered", "sold"],
  ["unsold", "unsold"],
]);

/** In an hour, by one person who sees masked numbers: all numbers of an area code would take months. */
const mostNumbers = 30;
export const tooManySearches =
  "You have searched for 30 whole numbers within an hour. Please go on later, or ask someone who sees leads unmasked.";

/**
 * Whether a search may be made; each is in the audit log first, without what was searched for. A page that is read again
 * with the same search counts no more.
 */
export async function maySearch(
  { find, key, isMasked }: Wanted,
  { name }: Pick<Viewer, "name">,
  { services: { store } }: AppLoadContext,
): Promise<boolean> {
  const sought = key ?? find;
  if (sought === undefined) return true;
  const isWhole = key?.startsWith("phone.") || (find !== undefined && digitsIn(find).length === 10);
  const once = { name: "console search", of: `${name} ${sought}`, windowMs: hourMs, most: 1 };
  const all = { name: "console searches", of: name, windowMs: hourMs, most: mostNumbers };
  const usedUp = await store.budgets.take(isMasked && isWhole ? [once, all] : [once], Date.now());
  if (usedUp) return usedUp.share === once;
  const about = isWhole ? "a whole number" : (wholes[key?.split(".")[0] ?? ""] ?? "a part");
  await store.readings.add(name, "console search", [], { about });
  return true;
}

const wholes: Record<string, string> = { email: "an address", name: "a name" };

/** The target of a posted search: a whole name becomes a key, so that no address and no history contains it. */
export function searchAddress(
  form: PostedForm,
  { role }: Pick<Viewer, "role">,
  { services: { store } }: AppLoadContext,
): string {
  const { find = "", key = "", ...filters } = form;
  const whole = wholeIn(find.trim() || undefined, !mayAs(role, "leads"));
  const sought = whole
    ? { key: store.inbox.keyOf(whole) }
    : { find: find.trim(), ...(find.trim() === "" && { key }) };
  const asked = Object.entries({ ...sought, ...filters }).flatMap(([name, value]) =>
    shown.has(name) && value ? [[name, value] as [string, string]] : [],
  );
  return `/console${asked.length > 0 ? `?${new URLSearchParams(asked)}` : ""}`;
}

/** The parameters of an inbox's address. */
const shown = new Set([
  "find",
  "key",
  "survey",
  "qualified",
  "status",
  "state",
  "affiliate",
  "sub",
  "buyer",
  "price",
  "delivery",
  "from",
  "to",
  "day",
]);

export type InboxData = Awaited<ReturnType<typeof inboxData>>;

export async function inboxData(
  query: URLSearchParams,
  viewer: Pick<Viewer, "name" | "role">,
  context: AppLoadContext,
) {
  const { store, settings } = context.services;
  const { siteTimeZone } = settings;
  const wanted = { ...wantedIn(query, settings), isMasked: !mayAs(viewer.role, "leads") };
  const isRefused = !(await maySearch(wanted, viewer, context));
  const { leads, next } = isRefused
    ? { leads: [], next: undefined }
    : await findLeads(store.inbox, wanted, pageSize);
  const states = await saleStates(
    context.services,
    leads.map(({ id }) => id),
  );
  // A page that reloads itself is one look, as far as nobody is new on it.
  if (!wanted.isMasked) {
    const ids = leads.map(({ id }) => id);
    await store.readings.addUnseen(viewer.name, "console inbox", ids, Date.now() - hourMs);
  }
  const hasOrder = settings.destinations.some(({ order }) => order !== undefined);
  return {
    rows: leads.map((lead) =>
      rowOf(lead, states(lead.id), { hasOrder, timeZone: siteTimeZone, isMasked: wanted.isMasked }),
    ),
    next: next && `/console?${new URLSearchParams([...withoutBefore(query), ["before", next]])}`,
    isFirstPage: !query.has("before"),
    refused: isRefused ? tooManySearches : undefined,
    choices: { ...choicesIn(query, settings.destinations), isMasked: wanted.isMasked },
    csv: `/console/leads.csv?${new URLSearchParams(withoutBefore(query))}`,
  };
}

function withoutBefore(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name, value]) => name !== "before" && value !== "");
}

function choicesIn(
  query: URLSearchParams,
  destinations: AppLoadContext["services"]["settings"]["destinations"],
): Omit<Choices, "isMasked"> {
  const chosen = Object.fromEntries(withoutBefore(query));
  return {
    chosen,
    surveys: [...variants.keys()].sort(),
    states: statutes.map(({ code }) => code).sort(),
    receivers: destinations.filter(({ takes }) => takes === "leads").map(({ name }) => name),
    deliveries: [
      ...[...sales.keys()].map((name) => [name, name] as const),
      ...[...deliveries].map(([name, { text }]) => [name, text] as const),
    ],
    isFiltered: Object.keys(chosen).length > 0,
  };
}

/** Why a lead is not qualified, for a list that is read at a glance. */
const inWords: ReadonlyMap<string, string> = new Map([
  ["date|accident_limit_exceeded", "too long ago"],
  ["have_attorney|yes", "has a lawyer"],
  ["have_attorney|yes_but_I_want_a_new_lawyer", "wants a new lawyer"],
  ["is_gibberish|yes", "gibberish"],
]);

function rowOf(
  lead: InboxLead,
  delivery: SaleState,
  { hasOrder, timeZone, isMasked }: { hasOrder: boolean; timeZone: string; isMasked: boolean },
): InboxRow {
  const { name, phone } = isMasked ? maskedPerson(lead.record) : wholePerson(lead.record);
  const { state } = lead.record;
  return {
    id: lead.id,
    time: shownMinute(lead.createdAt, timeZone),
    moment: shownTime(lead.createdAt, timeZone),
    age: shownAge(lead.createdAt),
    who: name || "No name",
    phone,
    from: lead.kind === "contact" ? "contact form" : `survey ${lead.variant}`,
    state: typeof state === "string" ? printable(state) : "",
    verdict: lead.kind === "contact" ? "" : (inWords.get(lead.dqReason ?? "") ?? verdictOf(lead)),
    isQualified: lead.qualified === true,
    delivery,
    canOffer: hasOrder && delivery.text === "Unsold",
    handledBy: lead.handledBy ?? "",
  };
}
