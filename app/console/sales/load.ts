import type { AppLoadContext } from "@remix-run/node";
import {
  dayCounter,
  dayInWords,
  dayMs,
  dayText,
  monthAt,
  monthOf,
  type Period,
  periodOf,
} from "../../../services/calendar/days.ts";
import type { Viewer } from "../../../services/console/console.ts";
import { mayAs } from "../../../services/console/roles.ts";
import { printable } from "../../../services/observe/printable.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { outcomesOf } from "../../../services/operations/story.ts";
import { freeWords, masked } from "../../../services/operations/text.ts";
import { isMoney, reportText } from "../../../services/outcomes/words.ts";
import {
  cameBackAmong,
  closable,
  closedIn,
  dollars,
  impersonal,
  invoiceOf,
  type LineFields,
  linesOfSale,
  payoutsTo,
  unbookedText,
} from "../../../services/sales/statements.ts";
import { clean } from "../../../services/store/engine/clean.ts";
import type { ReturnedCount, SalesFilter, SalesSum } from "../../../services/store/sales/ledger.ts";
import {
  canUndo,
  isSame,
  lineKinds,
  returnableUntil,
  type SalesLine,
  standingOf,
} from "../../../services/store/sales/ledger-lines.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { type SecondLook, shownTime } from "../ui/shown.ts";

/** A line of the books as the page shows it. */
export type LineRow = {
  id: string;
  leadId: string;
  time: string;
  kind: string;
  buyer: string;
  from: string;
  amount: string;
  /** What became of a sale since, or what another line follows from. */
  note: string;
  isBack: boolean;
  /** It is a sale, which has a page of its own. */
  isSale: boolean;
};

export type SumRow = {
  name: string;
  sales: number;
  sold: string;
  returned: number;
  back: string;
  total: string;
  /** Address of its invoice or payout. */
  statement: string;
};

type Chosen = Record<"from" | "to" | "buyer" | "affiliate" | "sub" | "kind" | "returned", string>;

/** What came of a press. `look`: what it would do. */
export type Pressed = {
  text: string;
  isRefused: boolean;
  field?: string;
  given?: { amount: string; reason: string };
  look?: SecondLook;
};

const pageSize = 100;

type Asked = { chosen: Chosen; faults: Partial<Chosen>; period: Period; filter: SalesFilter };

/** What an address asks of the books; this month, unless it gives days. A field that is wrong is told and limits nothing. */
function askedIn(query: URLSearchParams, timeZone: string, now = Date.now()): Asked {
  const get = (name: string) =>
    clean(query.get(name) ?? "")
      .trim()
      .slice(0, 100);
  const today = dayText(dayCounter(timeZone)(now));
  const faults: Partial<Chosen> = {};
  const day = (name: "from" | "to", usual: string) => {
    const given = get(name);
    if (given === "" || periodOf(given, given, timeZone)) return given || usual;
    faults[name] = "Use a day such as 2026-10-31.";
    return usual;
  };
  const to = day("to", today);
  let from = day("from", `${to.slice(0, 7)}-01`);
  if (from > to) {
    faults.from = "The first day is after the last.";
    from = `${to.slice(0, 7)}-01`;
  }
  const period = periodOf(from, to, timeZone)!;
  const kind = lineKinds.find((each) => each === get("kind"));
  const returned = ["yes", "no"].includes(get("returned")) ? get("returned") : "";
  const chosen: Chosen = {
    ...{ from, to, buyer: get("buyer"), affiliate: get("affiliate"), sub: get("sub") },
    ...{ kind: kind ?? "", returned },
  };
  const filter: SalesFilter = {
    ...{ from: period.from, until: period.until, kind },
    buyer: chosen.buyer || undefined,
    affiliate: chosen.affiliate || undefined,
    subId: chosen.sub || undefined,
    returned: returned === "" ? undefined : returned === "yes",
  };
  return { chosen, faults, period, filter };
}

/** The same for what is no form and can show no fault beside a field. @throws Response 422 with a sentence */
export function demandAsked(query: URLSearchParams, timeZone: string): Asked {
  const asked = askedIn(query, timeZone);
  const [fault] = Object.entries(asked.faults);
  if (fault) throw new Response(`${fault[0]}: ${fault[1]}`, { status: 422 });
  return asked;
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
    store.ledger.newest(filter, pageSize + 1, before),
    store.ledger.sums(filter),
    store.ledger.returns(filter),
    // Of all times: somebody can be chosen before the days are.
    store.ledger.names({}),
    monthRows(store, zone),
  ]);
  const shown = lines.slice(0, pageSize);
  const cameBack = await cameBackAmong(store.ledger, shown);
  const last = shown.at(-1);
  const address = (page: string, more: Record<string, string> = {}) => {
    const all = Object.entries({ ...chosen, ...more }).filter(([, value]) => value !== "");
    return `${page}?${new URLSearchParams(all)}`;
  };
  const days = { from: chosen.from, to: chosen.to };
  const statement = (of: Record<string, string>) =>
    `/console/sales/statement?${new URLSearchParams({ ...of, ...days })}`;
  return {
    ...{ chosen, faults, zone, kinds: lineKinds, months, ...names },
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

/** By buyer: what is owed by it; by affiliate: what was sold of it, and what it gets. */
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
      ...{ sales, returned: back.reduce((all, { returned }) => all + returned, 0) },
      ...{ sold: dollars(cents("price")), back: dollars(cents("back")) },
      total: dollars(by === "buyer" ? cents("price") + cents("back") : cents("payout")),
      statement: statement({ [by]: name }),
    };
  });
}

const kindWords: Record<SalesLine["kind"], string> = {
  sale: "Sale",
  return: "Return",
  credit: "Credit",
  payout: "Payout",
  correction: "Correction",
};

function rowOf(line: SalesLine, zone: string, isWhole: boolean, cameBack?: number): LineRow {
  const { id, leadId, at, kind, buyer, cents, affiliate, subId, state } = line;
  const back =
    cameBack === undefined ? "" : `${cameBack >= cents ? "Returned" : "Credited"} ${dollars(cameBack)}`;
  return {
    ...{ id, leadId, kind: kindWords[kind], buyer, amount: dollars(cents) },
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

/** Others' ids may be a person's number. */
const idFor = (id: string, isWhole: boolean) => (isWhole ? printable(id) : masked(id));

/** The program's own words, for everybody; a person's, for who may read them. */
const reasonFor = ({ person, reason }: Pick<SalesLine, "person" | "reason">, isWhole: boolean) =>
  freeWords(reason, isWhole || person === "");

/** A line of the table that is downloaded. @param isWhole whether its reader may know who the visitors are */
export function fieldsFor(row: LineFields, isWhole: boolean): LineFields {
  if (isWhole) return row;
  const { affiliate, sub_id, offer, buyer_lead_id, booked_by: person, reason } = row;
  return {
    ...row,
    ...{ affiliate: masked(affiliate), sub_id: masked(sub_id), offer: masked(offer) },
    buyer_lead_id: freeWords(buyer_lead_id, false),
    reason: reasonFor({ person, reason }, false),
  };
}

/** The last months, the newest first. */
async function monthRows(store: AppLoadContext["services"]["store"], zone: string) {
  const closed = await store.ledger.closed();
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
  const sums = await store.ledger.sums({ from: period.from, until: period.until });
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
      ...{ says, warns: "", word: closingWord, button: `Close ${month} for good` },
      fields: { intent: "close", month, confirmed: name },
      ...(isWrong && { fault: `Type ${closingWord}, and nothing else.` }),
    };
    return { text: "", isRefused: isWrong, look };
  }
  await store.readings.add(person, "console sales close", [], { about: month });
  const closed = await store.ledger.close({ month, begins: period.from, ends: period.until }, person);
  if ("unbooked" in closed)
    return { text: `${month} stays open: ${unbookedText(closed.unbooked)}`, isRefused: true };
  return { text: `${month} is closed with ${closed.lines} lines.`, isRefused: false };
}

export type StatementData = Awaited<ReturnType<typeof statementData>>;

/** An invoice or a payout. @throws Response 404 where the address names nobody */
export async function statementData(
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
  isWhole: boolean,
) {
  const zone = settings.siteTimeZone;
  const { chosen, period } = demandAsked(query, zone);
  const isInvoice = query.has("buyer");
  if (!isInvoice && !query.has("affiliate")) throw new Response("There is no such page.", { status: 404 });
  const { lines, parts, cents } = isInvoice
    ? await invoiceOf(store.ledger, chosen.buyer, period)
    : await payoutsTo(store.ledger, chosen.affiliate, period);
  const { months, isWhole: isClosed } = closedIn(await store.ledger.closed(), period);
  const closed: string[] = [];
  for (const month of months)
    closed.push(
      (await store.ledger.isUnchanged(month))
        ? `${month.month} was closed ${shownTime(month.closedAt, zone)}. Check sum ${month.digest}.`
        : `The lines of ${month.month} are not those that it was closed with.`,
    );
  if (!isClosed)
    closed.push(
      months.length === 0
        ? "Nothing of this time is closed: more lines may come."
        : "The rest of this time is not closed: more lines may come.",
    );
  const party = isInvoice ? chosen.buyer : `affiliate ${chosen.affiliate || "(none)"}`;
  return {
    title: `${isInvoice ? "Invoice" : "Payout"}: ${party}`,
    period: `${period.first} to ${period.last}, ${zone}`,
    closed: closed.join(" "),
    parts: parts.map((part) => ({
      text: `${part.lines} ${part.kind}${part.lines === 1 ? "" : "s"}`,
      amount: dollars(part.cents),
    })),
    total: dollars(cents),
    rows: lines.map((line) => rowOf(line, zone, isWhole)),
    back: `/console/sales?${new URLSearchParams({ from: chosen.from, to: chosen.to, ...(isInvoice ? { buyer: chosen.buyer } : { affiliate: chosen.affiliate }) })}`,
  };
}

export type SaleData = Awaited<ReturnType<typeof saleData>>;

/**
 * One sale with all that its buyer reported and all that followed from it. What the lead answered is read by those alone who
 * may see leads, and that they did is written down before.
 * @param booked the id of the line that was booked just now, if one was
 * @throws Response 404
 */
export async function saleData(
  id: string,
  booked: string | null,
  viewer: Viewer,
  { services: { store, settings } }: AppLoadContext,
) {
  const { sale, lines } = await saleWithLines(id, store);
  const lead = await store.leads.get(sale.leadId);
  const reports = lead
    ? await outcomesOf(store, lead, settings.destinations)
    : (await store.outcomes.ofLead(sale.leadId)).map((each) => ({ ...each, contradiction: undefined }));
  const reported = reports.filter(({ buyer }) => isSame(buyer, sale.buyer));
  const isWhole = mayAs(viewer.role, "leads");
  if (isWhole && reported.some(({ contradiction }) => contradiction !== undefined))
    await store.readings.add(viewer.name, "console sale", [sale.leadId]);
  const zone = settings.siteTimeZone;
  const { price, given, payout, isReturned } = standingOf(lines);
  const done = lines.find((line) => line.id === booked);
  const until = returnableUntil(sale, zone);
  const isLate = Date.now() > until;
  const by = sale.returnDays === null ? "" : `, until ${shownTime(until, zone)}`;
  return {
    ...{ id, leadId: sale.leadId },
    what: `Sold to ${sale.buyer} ${shownTime(sale.at, zone)}`,
    facts: [
      ["Price", dollars(price)],
      ["Returned or credited", dollars(given)],
      ["Its id at the buyer", freeWords(sale.buyerLeadId, isWhole) || "none"],
      ["From", rowOf(sale, zone, isWhole).from || "nowhere that is known"],
      ["Qualified", sale.qualified === null ? "not judged" : sale.qualified ? "yes" : "no"],
    ] as const,
    lines: lines.map((line) => ({
      ...rowOf(line, zone, isWhole),
      by: printable(line.person),
      canUndo: canUndo(line, lines),
    })),
    reported: reported.map((each) => ({
      id: each.id,
      day: dayInWords(each.day),
      text: reportText(each),
      contradiction: (isWhole && each.contradiction) || "",
      isCut: isMoney(each.outcome) && each.why !== null,
    })),
    booked: done
      ? `${kindWords[done.kind]} of ${dollars(done.cents)} booked: ${sale.buyer} owes ${dollars(price - given)} for it now${sale.affiliate === "" ? "" : `, and affiliate ${sale.affiliate} gets ${dollars(payout)}`}.`
      : "",
    // As it is typed.
    left: price - given > 0 ? ((price - given) / 100).toFixed(2) : "",
    histories: [
      ...(settings.destinations.some(({ name }) => name === sale.buyer)
        ? [{ text: `Terms of ${sale.buyer}`, href: `/console/terms/receiver/${sale.buyer}` }]
        : []),
      ...(/^[\w-][\w.-]{0,63}$/.test(sale.affiliate)
        ? [
            {
              text: `Terms of affiliate ${sale.affiliate}`,
              href: `/console/terms/affiliate/${sale.affiliate}`,
            },
          ]
        : []),
    ],
    isOpen: !isReturned || price - given > 0,
    terms:
      sale.returnDays === null
        ? "The terms of its sale are not known."
        : `${sale.buyer} may return it for ${sale.returnDays} days${by}.${isLate ? " That time is over." : ""}`,
  };
}

async function saleWithLines(id: string, store: AppLoadContext["services"]["store"]) {
  const sale = await store.ledger.get(id);
  if (sale?.kind !== "sale") throw new Response("There is no such sale.", { status: 404 });
  return { sale, lines: linesOfSale(await store.ledger.ofLeads([sale.leadId]), sale) };
}

/** In UTF-16 units. */
const longestReason = 200;

/**
 * Returns a sale, credits a part of it or undoes either, with a reason, once what it books was shown.
 * @returns the id of the line that was booked, or what came of the press instead @throws Response 404
 */
export async function giveBack(
  id: string,
  { intent = "", amount = "", reason: typed = "", line = "", confirmed }: PostedForm,
  { services: { store, settings } }: AppLoadContext,
  person: string,
): Promise<Pressed | { booked: string }> {
  const { sale, lines } = await saleWithLines(id, store);
  // It is kept for years, and is to name nobody.
  const reason = impersonal(typed.trim());
  const given = { amount, reason: typed };
  const refuse = (text: string, field?: string): Pressed => ({ text, isRefused: true, field, given });
  const field = intent === "undo" ? line : "reason";
  if (!["return", "credit", "undo"].includes(intent)) return refuse("You can’t do that here.");
  if (reason === "") return refuse("Say why: the buyer or the affiliate will ask.", field);
  if (reason.length > longestReason)
    return refuse(`A reason has at most ${longestReason} characters.`, field);
  const cents = intent === "credit" ? centsIn(amount) : undefined;
  if (intent === "credit" && cents === undefined)
    return refuse("Use dollars and cents, such as 45.00.", "amount");
  const undone = intent === "undo" ? lines.find((each) => each.id === line) : undefined;
  if (intent === "undo" && !undone) return refuse("There is no such line.");
  const { price, given: back, isReturned } = standingOf(lines);
  const left = price - back;
  const tooMuch = () => refuse(`No more than ${dollars(left)} of it is left.`, "amount");
  if (cents !== undefined && cents > left) return tooMuch();
  const isAgain = undone ? !canUndo(undone, lines) : isReturned && left <= 0;
  const again = () => refuse(intent === "undo" ? "That is undone already." : "It is returned already.");
  if (isAgain) return again();

  const isLate = !undone && Date.now() > returnableUntil(sale, settings.siteTimeZone);
  const says = [
    undone
      ? `${sale.buyer} owes ${dollars(-undone.cents)} again.`
      : `${dollars(cents ?? left)} of ${dollars(price)} goes back to ${sale.buyer}.`,
    ...(sale.payout
      ? [`The payout of affiliate ${sale.affiliate || "(none)"} for this lead changes with it.`]
      : []),
  ];
  const warns = isLate ? `The ${sale.returnDays} days in which ${sale.buyer} may return it are over.` : "";
  const name = lookAt(intent, id, line, says, warns);
  if (confirmed !== name) {
    const fields = { intent, amount, reason: typed, line, confirmed: name };
    return { text: "", isRefused: false, given, look: { says, warns, fields, button: lookButtons[intent]! } };
  }
  const about = intent === "undo" ? line : id;
  await store.readings.add(person, `console ${intent}`, [sale.leadId], { about, reason });
  const by = { person, reason };
  const done = undone ? await store.ledger.undo(line, by) : await store.ledger.giveBack(id, cents, by);
  if (!("refused" in done)) return { booked: done.id };
  return done.refused === "too much" ? tooMuch() : again();
}

const lookButtons: Record<string, string> = {
  return: "Return the lead",
  credit: "Credit these dollars",
  undo: "Undo it",
};

/** @param text such as `45`, `45.5` or `$1,045.50`; not `45,00`, which elsewhere means 45 dollars */
function centsIn(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, "");
  if (!/^(\d{1,7}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return undefined;
  const cents = Math.round(Number(plain.replaceAll(",", "")) * 100);
  return cents > 0 ? cents : undefined;
}
