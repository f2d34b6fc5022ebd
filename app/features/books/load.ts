import type { AppLoadContext } from "@remix-run/node";
import {
  dayCounter,
  dayMs,
  dayText,
  monthAt,
  monthOf,
  type Period,
  periodOf,
} from "../../../services/calendar/days.ts";
import type { ReturnedCount, SalesFilter, SalesSum } from "../../../services/features/books/ledger.ts";
import {
  cameBackAmong,
  closable,
  closedIn,
  type LineFields,
  owedBy,
  payoutsTo,
  unbookedText,
} from "../../../services/features/books/statements.ts";
import { printable } from "../../../services/observe/printable.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { dollars, freeWords, masked } from "../../../services/operations/text.ts";
import { takesSentence } from "../../../services/providers/route.ts";
import { clean } from "../../../services/store/engine/clean.ts";
import { isSame, lineKinds, type SalesLine } from "../../../services/store/sales/ledger-lines.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";

/** A line of the books as the page shows it. */
export type LineRow = {
  id: string;
  leadId: string;
  time: string;
  kind: string;
  buyer: string;
  from: string;
  amount: string;
  /** What has happened to the sale since, or the line that this one follows from. */
  note: string;
  isBack: boolean;
  /** Whether it is a sale, which has its own page. */
  isSale: boolean;
};

export type SumRow = {
  name: string;
  sales: number;
  sold: string;
  returned: number;
  back: string;
  total: string;
  /** Address of its statement or payout. */
  statement: string;
};

type Chosen = Record<"from" | "to" | "buyer" | "affiliate" | "sub" | "kind" | "returned", string>;

/** The result of a press. `look`: its effect, to confirm. */
export type Pressed = {
  text: string;
  isRefused: boolean;
  field?: string;
  given?: { amount: string; because: string; reason: string };
  look?: SecondLook;
};

const pageSize = 100;

type Asked = { chosen: Chosen; faults: Partial<Chosen>; period: Period; filter: SalesFilter };

type Days = Record<"from" | "to", string>;

/** A value of an address, cut to a length that any name has. */
export const given = (query: URLSearchParams, name: string) =>
  clean(query.get(name) ?? "")
    .trim()
    .slice(0, 100);

/** The days that an address asks for; this month, unless it gives any. A wrong one is told and limits nothing. */
export function daysAsked(
  query: URLSearchParams,
  timeZone: string,
  now = Date.now(),
): Days & { faults: Partial<Days>; period: Period } {
  const today = dayText(dayCounter(timeZone)(now));
  const faults: Partial<Days> = {};
  const day = (name: keyof Days, usual: string) => {
    const text = given(query, name);
    if (text === "" || periodOf(text, text, timeZone)) return text || usual;
    faults[name] = "Use a day such as 2026-10-31.";
    return usual;
  };
  const to = day("to", today);
  let from = day("from", `${to.slice(0, 7)}-01`);
  if (from > to) {
    faults.from = "The first day is after the last.";
    from = `${to.slice(0, 7)}-01`;
  }
  return { from, to, faults, period: periodOf(from, to, timeZone)! };
}

/** What an address asks of the books. */
function askedIn(query: URLSearchParams, timeZone: string): Asked {
  const get = (name: string) => given(query, name);
  const { from, to, faults, period } = daysAsked(query, timeZone);
  const kind = lineKinds.find((each) => each === get("kind"));
  const returned = ["yes", "no"].includes(get("returned")) ? get("returned") : "";
  const chosen: Chosen = {
    from,
    to,
    buyer: get("buyer"),
    affiliate: get("affiliate"),
    sub: get("sub"),
    kind: kind ?? "",
    returned,
  };
  const filter: SalesFilter = {
    from: period.from,
    until: period.until,
    kind,
    buyer: chosen.buyer || undefined,
    affiliate: chosen.affiliate || undefined,
    subId: chosen.sub || undefined,
    returned: returned === "" ? undefined : returned === "yes",
  };
  return { chosen, faults, period, filter };
}

/** The same for files, which can show no fault beside a field. @throws Response 422 with a sentence */
export const demandAsked = (query: URLSearchParams, timeZone: string): Asked =>
  demandFaultless(askedIn(query, timeZone));

/** @throws Response 422 with the first fault as a sentence */
export function demandFaultless<Of extends { faults: object }>(asked: Of): Of {
  const [fault] = Object.entries(asked.faults);
  if (fault) throw new Response(`${fault[0]}: ${fault[1]}`, { status: 422 });
  return asked;
}

/** The address of a page that is asked the same, with what differs; empty values are left out. */
export function addressWith(page: string, chosen: Record<string, string>, more: Record<string, string> = {}) {
  const all = Object.entries({ ...chosen, ...more }).filter(([, value]) => value !== "");
  return `${page}?${new URLSearchParams(all)}`;
}

export type SalesData = Awaited<ReturnType<typeof salesData>>;

/** @param isWhole whether the viewer may read who the visitors are */
export async function salesData(
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
  isWhole: boolean,
) {
  const zone = settings.siteTimeZone;
  const { chosen, faults, filter } = askedIn(query, zone);
  const [at, id] = clean(query.get("before") ?? "").split(" ");
  const before = id && Number.isSafeInteger(Number(at)) ? { at: Number(at), id } : undefined;
  const [lines, sums, returns, names, months] = await Promise.all([
    store.books.ledger.newest(filter, pageSize + 1, before),
    store.books.ledger.sums(filter),
    store.books.ledger.returns(filter),
    // The names of all periods, since a name can be chosen before the days.
    store.books.ledger.names({}),
    monthRows(store, zone),
  ]);
  const shown = lines.slice(0, pageSize);
  const cameBack = await cameBackAmong(store.books.ledger, shown);
  const last = shown.at(-1);
  const address = (page: string, more?: Record<string, string>) => addressWith(page, chosen, more);
  const days = { from: chosen.from, to: chosen.to };
  const statement = (of: Record<string, string>) =>
    `/console/sales/statement?${new URLSearchParams({ ...of, ...days })}`;
  return {
    chosen,
    faults,
    zone,
    kinds: lineKinds,
    months,
    ...names,
    perBuyer: sumRows(
      sums.filter(({ part }) => part !== "payout"),
      returns,
      "buyer",
      statement,
    ),
    perAffiliate: sumRows(sums, returns, "affiliate", statement),
    rows: shown.map((line) => rowOf(line, zone, isWhole, cameBack.get(line.id))),
    next:
      lines.length > pageSize ? address("/console/sales", { before: `${last!.at} ${last!.id}` }) : undefined,
    csv: address("/console/sales.csv"),
  };
}

/** By buyer: what it owes; by affiliate: its sales and payouts. */
function sumRows(
  sums: readonly SalesSum[],
  returns: readonly ReturnedCount[],
  by: "buyer" | "affiliate",
  statement: (of: Record<string, string>) => string,
): SumRow[] {
  const names = [...new Set(sums.map((sum) => sum[by]))].sort();
  return names.map((name) => {
    const its = sums.filter((sum) => sum[by] === name);
    const cents = (part: SalesLine["part"]) =>
      its.filter((sum) => sum.part === part).reduce((all, sum) => all + sum.cents, 0);
    const sales = its.filter(({ kind }) => kind === "sale").reduce((all, { lines }) => all + lines, 0);
    const back = returns.filter((each) => each[by] === name);
    return {
      name,
      sales,
      returned: back.reduce((all, { returned }) => all + returned, 0),
      sold: dollars(cents("price")),
      back: dollars(cents("back")),
      total: dollars(by === "buyer" ? cents("price") + cents("back") : cents("payout")),
      statement: statement({ [by]: name }),
    };
  });
}

export const kindWords: Record<SalesLine["kind"], string> = {
  sale: "Sale",
  return: "Return",
  credit: "Credit",
  payout: "Payout",
  correction: "Correction",
};

export function rowOf(line: SalesLine, zone: string, isWhole: boolean, cameBack?: number): LineRow {
  const { id, leadId, at, kind, buyer, cents, affiliate, subId, state } = line;
  const back =
    cameBack === undefined ? "" : `${cameBack >= cents ? "Returned" : "Credited"} ${dollars(cameBack)}`;
  return {
    id,
    leadId,
    kind: kindWords[kind],
    buyer,
    amount: dollars(cents),
    time: shownTime(at, zone),
    from: [
      affiliate && `affiliate ${idFor(affiliate, isWhole)}`,
      subId && `sub id ${idFor(subId, isWhole)}`,
      state,
    ]
      .filter(Boolean)
      .join(", "),
    note: back || reasonFor(line, isWhole),
    isBack: back !== "" || line.part === "back",
    isSale: kind === "sale",
  };
}

/** Other companies' ids may be a person's number. */
const idFor = (id: string, isWhole: boolean) => (isWhole ? printable(id) : masked(id));

/** The program's reason is shown to everybody; a person's only to roles that may read it. */
const reasonFor = ({ person, reason }: Pick<SalesLine, "person" | "reason">, isWhole: boolean) =>
  freeWords(reason, isWhole || person === "");

/** A line of the downloaded table. @param isWhole whether its reader may know who the visitors are */
export function fieldsFor(row: LineFields, isWhole: boolean): LineFields {
  if (isWhole) return row;
  const { affiliate, sub_id, offer, buyer_lead_id, booked_by: person, reason } = row;
  return {
    ...row,
    affiliate: masked(affiliate),
    sub_id: masked(sub_id),
    offer: masked(offer),
    buyer_lead_id: freeWords(buyer_lead_id, false),
    reason: reasonFor({ person, reason }, false),
  };
}

/** The last months, the newest first. */
async function monthRows(store: AppLoadContext["services"]["store"], zone: string) {
  const closed = await store.books.ledger.closed();
  const months: string[] = [];
  for (let at = Date.now(); months.length < 4; at -= 15 * dayMs) {
    const month = monthAt(at, zone);
    if (!months.includes(month)) months.push(month);
  }
  return months.map((month) => {
    const its = closed.find((each) => each.month === month);
    const canClose = !its && closable(monthOf(month, zone)!, Date.now());
    const by = its?.person ? ` by ${printable(its.person)}` : "";
    const text = its
      ? `Closed ${shownTime(its.closedAt, zone)}${by}, ${its.lines} lines`
      : canClose
        ? "Open"
        : "Open: it can be closed once it is over";
    const { first, last } = monthOf(month, zone)!;
    return { month, text, canClose, href: `/console/sales?from=${first}&to=${last}` };
  });
}

const closingWord = "close";

/** Closes a month at the second press, with a word typed: it can never be opened again. */
export async function closeMonth(
  { month = "", confirmed, confirmation }: PostedForm,
  { services: { store, settings } }: AppLoadContext,
  person: string,
): Promise<Pressed> {
  const period = monthOf(month, settings.siteTimeZone);
  if (!period || !closable(period, Date.now()))
    return { text: "A month can be closed ten minutes after it is over.", isRefused: true };
  const sums = await store.books.ledger.sums({ from: period.from, until: period.until });
  const of = (...parts: readonly SalesLine["part"][]) =>
    sums.filter(({ part }) => parts.includes(part)).reduce((all, { cents }) => all + cents, 0);
  const says = [
    `${month} has ${sums.reduce((all, { lines }) => all + lines, 0)} lines.`,
    `Buyers owe ${dollars(of("price", "back"))}, affiliates get ${dollars(of("payout"))}.`,
    "Once it is closed nothing is added to it, and it cannot be opened again.",
  ];
  const name = lookAt("close", says);
  const isTyped = confirmation?.trim().toLowerCase() === closingWord;
  if (confirmed !== name || !isTyped) {
    const isWrong = confirmed === name;
    const look: SecondLook = {
      says,
      warns: "",
      word: closingWord,
      button: `Close ${month} for good`,
      fields: { intent: "close", month, confirmed: name },
      ...(isWrong && { fault: `Type ${closingWord}, and nothing else.` }),
    };
    return { text: "", isRefused: isWrong, look };
  }
  await store.readings.add(person, "console sales close", [], { about: month });
  const closed = await store.books.ledger.close({ month, begins: period.from, ends: period.until }, person);
  if ("unbooked" in closed)
    return { text: `${month} stays open: ${unbookedText(closed.unbooked)}`, isRefused: true };
  return { text: `${month} is closed with ${closed.lines} lines.`, isRefused: false };
}

export type StatementData = Awaited<ReturnType<typeof statementData>>;

/** A buyer's statement or a payout. @throws Response 404 where the address names no party */
export async function statementData(
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
  isWhole: boolean,
) {
  const zone = settings.siteTimeZone;
  const { chosen, period } = demandAsked(query, zone);
  const isBuyer = query.has("buyer");
  if (!isBuyer && !query.has("affiliate")) throw new Response("There is no such page.", { status: 404 });
  const { lines, parts, cents } = isBuyer
    ? await owedBy(store.books.ledger, chosen.buyer, period)
    : await payoutsTo(store.books.ledger, chosen.affiliate, period);
  const { months, isWhole: isClosed } = closedIn(await store.books.ledger.closed(), period);
  const closed: string[] = [];
  for (const month of months)
    closed.push(
      (await store.books.ledger.isUnchanged(month))
        ? `${month.month} was closed ${shownTime(month.closedAt, zone)}. Check sum ${month.digest}.`
        : `The lines of ${month.month} are not those that it was closed with.`,
    );
  if (!isClosed)
    closed.push(
      months.length === 0
        ? "Nothing of this time is closed: more lines may come."
        : "The rest of this time is not closed: more lines may come.",
    );
  const declared = isBuyer ? settings.destinations.find(({ name }) => isSame(name, chosen.buyer)) : undefined;
  const party = isBuyer ? chosen.buyer : `affiliate ${chosen.affiliate || "(none)"}`;
  return {
    title: `${isBuyer ? "Statement" : "Payout"}: ${party}`,
    period: `${period.first} to ${period.last}, ${zone}`,
    closed: closed.join(" "),
    /** What the buyer takes by the terms of now. */
    terms: declared ? takesSentence(declared, await store.termsInForce.all(), true) : "",
    parts: parts.map((part) => ({
      text: `${part.lines} ${part.kind}${part.lines === 1 ? "" : "s"}`,
      amount: dollars(part.cents),
    })),
    total: dollars(cents),
    rows: lines.map((line) => rowOf(line, zone, isWhole)),
    back: `/console/sales?${new URLSearchParams({ from: chosen.from, to: chosen.to, ...(isBuyer ? { buyer: chosen.buyer } : { affiliate: chosen.affiliate }) })}`,
  };
}
