import type { AppLoadContext } from "@remix-run/node";
import { dayInWords, dayMs, monthAt, monthOf, type Period } from "../../../services/calendar/days.ts";
import type { Guest } from "../../../services/console/console.ts";
import { lineRows } from "../../../services/features/books/statements.ts";
import { isMoney, reasonWords } from "../../../services/features/books/words.ts";
import {
  type Known,
  knownOf,
  type OwnSale,
  ownParts,
  ownSale,
  type Reported,
  report,
  returnSays,
  type Site,
  salesAmong,
  stopOf,
  whyNoReturn,
} from "../../../services/features/buyer-portal/own.ts";
import { standingText } from "../../../services/features/returns/words.ts";
import { termsOfOwner } from "../../../services/features/terms/terms.ts";
import { printable } from "../../../services/observe/printable.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { counted, dollars } from "../../../services/operations/text.ts";
import { takesInWords } from "../../../services/providers/route.ts";
import { fieldWords } from "../../../services/settings/destinations/terms.ts";
import { clean } from "../../../services/store/engine/clean.ts";
import type { ReturnRequest } from "../../../services/store/feature-rows.ts";
import { type ReturnReason, returnReasons } from "../../../services/store/rows.ts";
import {
  isSame,
  returnableUntil,
  type SalesLine,
  standingOf,
} from "../../../services/store/sales/ledger-lines.ts";
import { type SecondLook, shownMinute, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { kindWords } from "../books/load.ts";
import { inWords as termInWords } from "../terms/load.ts";
import { leadPage, leadsPage, salesPage } from "./feature.ts";

/** Whose page it is, and of whose house: on every page of the feature. */
export type Whose = { name: string; buyer: string; house: string };

export const whoseOf = ({ name, buyer }: Guest, { services }: AppLoadContext): Whose => ({
  name,
  buyer,
  house: services.settings.company.siteName,
});

const siteOf = ({ services: { store, settings } }: AppLoadContext): Site => ({
  store,
  settings,
  now: Date.now,
});

/** Writes down that a buyer's person was shown something. */
export const writeDown = (
  { name, buyer }: Guest,
  { services: { store } }: AppLoadContext,
  what: string,
  leads: readonly string[] = [],
) => store.readings.add(name, `buyer ${what}`, leads, { about: buyer });

const pageSize = 50;

/** A month that an address asks for, with the ones around it; this one, where it asks for none. */
export type Month = { period: Period; text: string; fault: string; earlier: string; later: string };

export function monthAsked(query: URLSearchParams, page: string, zone: string, now = Date.now()): Month {
  const given = clean(query.get("month") ?? "");
  const asked = given === "" ? undefined : monthOf(given, zone);
  const current = monthAt(now, zone);
  const month = asked ? given : current;
  const period = asked ?? monthOf(current, zone)!;
  return {
    period,
    text: new Date(`${month}-01T00:00:00Z`).toLocaleString("en-US", {
      timeZone: "UTC",
      month: "long",
      year: "numeric",
    }),
    fault: given !== "" && !asked ? "Use a month such as 2026-10." : "",
    earlier: `${page}?month=${monthAt(period.from - dayMs, zone)}`,
    later: month < current ? `${page}?month=${monthAt(period.until + dayMs, zone)}` : "",
  };
}

/** Where a list continues: a line of the books, as an address has it. */
function lineBefore(query: URLSearchParams): Pick<SalesLine, "at" | "id"> | undefined {
  const [at, id] = clean(query.get("before") ?? "").split(" ");
  return id && Number.isSafeInteger(Number(at)) ? { at: Number(at), id } : undefined;
}

const nextOf = (page: string, { period }: Month, lines: readonly SalesLine[]) => {
  const last = lines[pageSize - 1];
  return lines.length > pageSize && last
    ? `${page}?${new URLSearchParams({ month: period.first.slice(0, 7), before: `${last.at} ${last.id}` })}`
    : undefined;
};

/** What has become of a sale, in a word or two. */
function stateOf({ lines }: OwnSale, requests: readonly ReturnRequest[]) {
  const { price, given, isReturned } = standingOf(lines);
  const [newest] = requests;
  if (isReturned && price - given <= 0) return { state: "returned", tone: "quiet" as const };
  if (newest?.verdict === null) return { state: "return asked for", tone: "quiet" as const };
  if (given > 0) return { state: `${dollars(given)} credited`, tone: "quiet" as const };
  if (newest?.verdict === "refused") return { state: "return refused", tone: "bad" as const };
  return { state: "", tone: "quiet" as const };
}

const sentValue = ({ fields }: Known, from: string) =>
  printable(fields.find((field) => field.from === from)?.value ?? "");

/** A lead's person, as far as the buyer was sent them. */
function whoIs(known: Known, leadId: string): string {
  if (known.isErased) return "Erased";
  const name = ["first_name", "last_name"].map((field) => sentValue(known, field)).join(" ");
  return name.trim() || `Lead …${leadId.slice(-6)}`;
}

const placeOf = (known: Known) =>
  ["city", "state"]
    .map((field) => sentValue(known, field))
    .filter(Boolean)
    .join(", ");

export type LeadsData = Awaited<ReturnType<typeof leadsData>>;

/** The leads that the buyer bought in a month, the newest first. */
export async function leadsData(query: URLSearchParams, guest: Guest, context: AppLoadContext) {
  const site = siteOf(context);
  const { store, settings } = site;
  const zone = settings.siteTimeZone;
  const month = monthAsked(query, leadsPage, zone);
  const { from, until } = month.period;
  const { buyer } = guest;
  const lines = await store.books.ledger.newest(
    { from, until, buyer, kind: "sale" },
    pageSize + 1,
    lineBefore(query),
  );
  const shown = lines.slice(0, pageSize);
  const ids = shown.map(({ leadId }) => leadId);
  const [known, all, requests] = await Promise.all([
    knownOf(site, buyer, ids),
    store.books.ledger.ofLeads(ids),
    ids.length === 0 ? [] : store.returns.ofBuyer(buyer, 1_000, ids),
  ]);
  const sales = salesAmong(all, buyer);
  await writeDown(guest, context, "leads", ids);
  return {
    month,
    rows: shown.map(({ leadId, at, cents }) => {
      const own = known.get(leadId)!;
      const its = requests.filter((request) => request.leadId === leadId);
      return {
        href: leadPage(leadId),
        id: leadId,
        who: whoIs(own, leadId),
        facts: [shownMinute(at, zone), placeOf(own)].filter(Boolean).join(" · "),
        amount: dollars(cents),
        ...stateOf(sales.get(leadId)!, its),
      };
    }),
    next: nextOf(leadsPage, month, lines),
  };
}

/** The result of a press. `look`: what it would do, to confirm; `given`: what was typed. */
export type Pressed = {
  text: string;
  isRefused: boolean;
  field?: string;
  look?: SecondLook;
  given?: { reason: string; note: string };
};

const longestNote = 200;

/** @throws Response 404 where it is no lead of the buyer */
async function demandSale(id: string, buyer: string, site: Site): Promise<OwnSale> {
  const own = await ownSale(site, buyer, clean(id).slice(0, 64));
  if (!own) throw new Response("There is no such lead.", { status: 404 });
  return own;
}

export type LeadData = Awaited<ReturnType<typeof leadData>>;

/** A lead as it was sent, what was paid for it, and what can be said of it. @throws Response 404 */
export async function leadData(id: string, guest: Guest, context: AppLoadContext) {
  const site = siteOf(context);
  const { store, settings } = site;
  const zone = settings.siteTimeZone;
  const { buyer } = guest;
  const own = await demandSale(id, buyer, site);
  const { sale, lines } = own;
  const { leadId } = sale;
  const [all, stop, requests, outcomes] = await Promise.all([
    knownOf(site, buyer, [leadId]),
    stopOf(site, buyer, leadId),
    store.returns.ofBuyer(buyer, 20, [leadId]),
    store.books.outcomes.ofLead(leadId),
  ]);
  await writeDown(guest, context, "lead", [leadId]);
  const known = all.get(leadId)!;
  const phone = sentValue(known, "phone");
  const email = sentValue(known, "email");
  const reach = known.isErased
    ? []
    : [
        { text: phone, href: stop ? "" : `tel:+1${phone.replace(/\D/g, "").slice(-10)}` },
        { text: email, href: stop ? "" : `mailto:${email}` },
      ];
  const { price, given } = standingOf(lines);
  const until = returnableUntil(sale, zone);
  const said = outcomes.filter((each) => isSame(each.buyer, buyer) && !isMoney(each.outcome));
  return {
    id: leadId,
    title: whoIs(known, leadId),
    place: placeOf(known),
    isErased: known.isErased,
    stop: stop ?? "",
    reach: reach.filter(({ text }) => text !== ""),
    ...stateOf(own, requests),
    fields: known.fields.map(({ name, value }) => [printable(name), printable(value)] as const),
    paid: [
      ["Sold", shownTime(sale.at, zone)],
      ["Price", dollars(price)],
      ...(given > 0 ? [["Given back", dollars(given)]] : []),
      ...(sale.returnDays === null || !Number.isFinite(until)
        ? []
        : [["Can be returned until", shownTime(until, zone)]]),
    ],
    asked: requests.map((request) => requestRow(request, zone)),
    said: said.map(({ outcome, day }) => `${outcome}, ${dayInWords(day)}`),
    whyNot: whyNoReturn(own, requests, site) ?? "",
    reasons: returnReasons.map((reason) => [reason, becauseOf(reason)] as const),
    longestNote,
  };
}

const becauseOf = (reason: ReturnReason) =>
  reason === "duplicate" ? "we had it already" : reasonWords[reason];

/** What was asked for and what was answered. */
function requestRow(
  { id, leadId, askedAt, reason, amountCents, verdict, word }: ReturnRequest,
  zone: string,
) {
  return {
    id,
    href: leadPage(leadId),
    time: shownTime(askedAt, zone),
    what: [
      amountCents === null ? "Asked for" : `Asked for ${dollars(amountCents)}`,
      reason === null ? "" : `because ${becauseOf(reason)}`,
    ]
      .filter(Boolean)
      .join(" "),
    said: verdict === null ? "not decided yet" : standingText({ verdict, word: printable(word) }),
    tone:
      verdict === null ? ("quiet" as const) : verdict === "granted" ? ("good" as const) : ("bad" as const),
  };
}

const outcomeWords = { called: "Called", retained: "Retained" } as const;

/**
 * Takes what a buyer's person says of one of its leads; a return and a stop are looked at first.
 * @throws Response 404 where it is no lead of the buyer
 */
export async function pressed(
  id: string,
  { intent = "", reason = "", note: typed = "", confirmed }: PostedForm,
  guest: Guest,
  context: AppLoadContext,
): Promise<Pressed> {
  const site = siteOf(context);
  const { name, buyer } = guest;
  const own = await demandSale(id, buyer, site);
  const { leadId } = own.sale;
  const note = typed.trim();
  const given = { reason, note };
  const refuse = (text: string, field?: string): Pressed => ({ text, isRefused: true, field, given });
  const take = async (said: Reported, done: string): Promise<Pressed> => {
    const command = `buyer ${said.outcome}`;
    await site.store.readings.add(name, command, [leadId], { about: buyer, reason: said.reason ?? "" });
    const taken = await report(site, { buyer, leadId }, said, name);
    if ("field" in taken) return refuse(`The ${taken.field} ${taken.fault}.`, taken.field);
    context.services.outbox.wake();
    if (!taken.isNew) return { text: "That is known already.", isRefused: false };
    return { text: taken.why ? `${done} ${sentence(taken.why)}` : done, isRefused: false };
  };
  const look = (says: readonly string[], button: string, warns = ""): Pressed | undefined => {
    const wanted = lookAt(intent, leadId, reason, note, says);
    if (confirmed === wanted) return undefined;
    const fields = { intent, reason, note, confirmed: wanted };
    return { text: "", isRefused: false, given, look: { says, warns, fields, button } };
  };
  if (intent === "called" || intent === "retained")
    return take({ outcome: intent }, `Noted: ${outcomeWords[intent].toLowerCase()} today.`);
  if (intent === "do-not-call") {
    const says = [
      "Nobody is sent anything of this phone number or e-mail address any more.",
      "Everybody who has the lead is told not to call.",
      "What you owe stays as it is: a stop is no return.",
    ];
    return (
      look(says, "Yes, they want no calls", "It can’t be taken back.") ??
      take({ outcome: intent }, "Noted: nobody is to call them any more.")
    );
  }
  if (intent !== "return") return refuse("You can’t do that here.");
  const why = whyNoReturn(own, await site.store.returns.ofBuyer(buyer, 20, [leadId]), site);
  if (why) return refuse(why);
  const because = returnReasons.find((each) => each === reason);
  if (!because) return refuse("Choose why you return it.", "reason");
  if (note.length > longestNote || /\p{Cc}/u.test(note))
    return refuse(`A note is one line of at most ${longestNote} characters.`, "note");
  const says = [...returnSays(own, buyer, site.settings), `The reason: ${becauseOf(because)}.`];
  return look(says, "Return it") ?? take({ outcome: "returned", reason, note }, "Your return has arrived.");
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export type SalesData = Awaited<ReturnType<typeof salesData>>;

/** What the buyer bought and got back in a month: sums, and line by line. */
export async function salesData(query: URLSearchParams, guest: Guest, context: AppLoadContext) {
  const { store, settings } = siteOf(context);
  const zone = settings.siteTimeZone;
  const month = monthAsked(query, salesPage, zone);
  const { from, until, first } = month.period;
  const filter = { from, until, buyer: guest.buyer, parts: ownParts };
  const [lines, sums] = await Promise.all([
    store.books.ledger.newest(filter, pageSize + 1, lineBefore(query)),
    store.books.ledger.sums(filter),
  ]);
  await writeDown(guest, context, `sales ${first.slice(0, 7)}`);
  const of = (...parts: readonly SalesLine["part"][]) =>
    sums.filter(({ part }) => parts.includes(part)).reduce((all, { cents }) => all + cents, 0);
  const bought = sums.filter(({ kind }) => kind === "sale").reduce((all, { lines: count }) => all + count, 0);
  return {
    month,
    sums: [
      [counted(bought, "lead"), dollars(of("price"))],
      ["Given back", dollars(of("back"))],
      ["You owe", dollars(of("price", "back"))],
    ] as const,
    rows: lines.slice(0, pageSize).map(({ id, leadId, at, kind, cents, reason, person }) => ({
      id,
      href: leadPage(leadId),
      lead: `…${leadId.slice(-6)}`,
      kind: kindWords[kind],
      time: shownMinute(at, zone),
      amount: dollars(cents),
      why: kind === "sale" ? "" : reasonShown(reason, person),
    })),
    next: nextOf(salesPage, month, lines),
    csv: `${salesPage}.csv?month=${first.slice(0, 7)}`,
  };
}

/** A reason of the fixed list in words, also where somebody wrote more behind it. */
function reasonShown(text: string, person: string): string {
  const fixed = returnReasons.find((reason) => text === reason || text.startsWith(`${reason}: `));
  if (!fixed) return person === "" && text === "" ? "" : printable(text);
  return [becauseOf(fixed), printable(text.slice(fixed.length + 2))].filter(Boolean).join(": ");
}

const csvColumns = ["line", "kind", "at", "lead_id", "cents", "returned", "reason"] as const;

/** The same as a table. @throws Response 422 */
export async function salesTable(query: URLSearchParams, guest: Guest, context: AppLoadContext) {
  const { store, settings } = siteOf(context);
  const { period, fault } = monthAsked(query, salesPage, settings.siteTimeZone);
  if (fault) throw new Response(fault, { status: 422 });
  const { from, until, first } = period;
  await writeDown(guest, context, `sales file ${first.slice(0, 7)}`);
  const rows: unknown[][] = [[...csvColumns]];
  const filter = { from, until, buyer: guest.buyer, parts: ownParts };
  for await (const line of lineRows(store.books.ledger, filter))
    rows.push(csvColumns.map((column) => line[column]));
  return { name: `sales-${first.slice(0, 7)}`, rows };
}

const shownRequests = 100;

export type ReturnsData = Awaited<ReturnType<typeof returnsData>>;

/** What the buyer asked to return, with the answers: what waits first. */
export async function returnsData(guest: Guest, context: AppLoadContext) {
  const site = siteOf(context);
  const requests = await site.store.returns.ofBuyer(guest.buyer, shownRequests);
  const ids = [...new Set(requests.map(({ leadId }) => leadId))];
  const known = await knownOf(site, guest.buyer, ids);
  await writeDown(guest, context, "returns", ids);
  const rows = requests.map((request) => ({
    ...requestRow(request, site.settings.siteTimeZone),
    who: whoIs(known.get(request.leadId)!, request.leadId),
    isOpen: request.verdict === null,
  }));
  return {
    rows: [...rows.filter(({ isOpen }) => isOpen), ...rows.filter(({ isOpen }) => !isOpen)],
    isAsked: site.settings.destinations.some(
      ({ name, returns }) => name === guest.buyer && returns === "asked",
    ),
  };
}

export type TermsData = Awaited<ReturnType<typeof termsData>>;

/** What is agreed with the buyer. The least that a bid must be is the owner's own to know. */
export async function termsData(guest: Guest, context: AppLoadContext) {
  const { store, settings } = context.services;
  const { terms: own } = await termsOfOwner({ store, settings }, { party: "receiver", name: guest.buyer });
  const declared = settings.destinations.find(({ name }) => name === guest.buyer)!;
  await writeDown(guest, context, "terms");
  // With whatever else is taken, the states are said in words.
  const agreed = own.terms.filter(({ field }) => !["min-price", "paused", "states"].includes(field));
  const takes = takesInWords(declared, await store.termsInForce.all(), true);
  const days = counted(declared["return-days"], "day");
  return {
    isPaused: own.terms.some(({ field, now }) => field === "paused" && now === "yes"),
    rows: [
      ["Leads", `${takes.charAt(0).toUpperCase()}${takes.slice(1)}`] as const,
      ...agreed.map(({ field, now }) => {
        const isNamed = field === "price" && now === "";
        return [fieldWords[field], isNamed ? "as your answer names it" : termInWords(field, now)] as const;
      }),
      [
        "Returns",
        declared.returns === "asked" ? `within ${days}, once they are granted` : `within ${days}`,
      ] as const,
    ],
    zone: settings.siteTimeZone,
  };
}
