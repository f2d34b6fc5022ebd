import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findEntry } from "../../machines/registry.ts";
import { silentLog } from "../../services/observe/log.ts";
import { outcomeTally } from "../../services/store/analytics/outcome-tally.ts";
import { openConnection } from "../../services/store/engine/connection.ts";
import { sealing } from "../../services/store/sealed/plugin.ts";
import { ciphersOf } from "../../services/store/sealed/rekey.ts";
import { parseCsv } from "../support/tables.ts";
import { canariesOf, type Day, localDay, localMonth, type Person, reached, said, wallClock } from "./day.ts";
import { cents, dollars, type Heard, lettersTo } from "./firms.ts";

type Buyer = Heard["buyer"];
/** A sale as the buyer's own list has it. */
type Sale = { lead: string; buyer: Buyer; cents: number; at: number };
type Line = {
  id: string;
  kind: string;
  part: string;
  at: number;
  lead: string;
  buyer: string;
  cents: number;
  sub: string;
};

const everything = "from=2025-01-01&to=2030-12-31";
const soldOut = (day: Day, buyer: Buyer) =>
  day.firms.heard.filter((each) => each.buyer === buyer && each.about === "lead");
const personOf = (day: Day, lead: string) => day.people.find((each) => each.lead === lead);
const inOrder = ({ row }: Day) => row.order !== "none";

/** What north has agreed to pay at a moment; 0 where nothing is agreed. */
const agreed = ({ row, changedAt }: Day, at: number) =>
  row.price === "none"
    ? 0
    : row.terms === "price" && at >= (changedAt ?? Infinity)
      ? cents.raised
      : cents.agreed;

/** Whether north's yes is a sale: in test mode it buys nothing, and who pays nothing is no buyer. */
const northBuys = ({ row }: Day) =>
  row.mode === "live" &&
  (row.order !== "none" || row.price === "agreed" || row.kind === "json" || row.kind === "form");

/**
 * What a yes comes to: the bid is the price, and an answer that names more is taken at its word; without a bid it is what
 * the answer names, else what is agreed.
 */
function priceOf(day: Day, { buyer, lead, cents: named, at }: Heard): number {
  if (buyer === "south") return cents.south;
  const bids = day.firms.heard.filter(
    (each) => each.buyer === buyer && each.about === "bid" && each.lead === lead && each.at <= at,
  );
  const bid = bids.at(-1)?.cents;
  return bid === undefined ? (named ?? agreed(day, at)) : Math.max(bid, named ?? 0);
}

/** The sales that buyers have written down, each once. */
export function salesOf(day: Day): Sale[] {
  const taken = day.firms.heard.filter(
    ({ about, said: answer, test }) => about === "lead" && answer === "yes" && !test,
  );
  return taken.flatMap((heard, index) => {
    const { lead, buyer, at } = heard;
    const isKnown = taken.slice(0, index).some((each) => each.lead === lead && each.buyer === buyer);
    return isKnown || (buyer === "north" && !northBuys(day))
      ? []
      : [{ lead, buyer, at, cents: priceOf(day, heard) }];
  });
}

/** Leads that north may have although nobody knows: its answer was cut off or meant nothing. */
const isDoubtful = (day: Day, lead: string) =>
  soldOut(day, "north").some(
    (each) =>
      each.lead === lead && (each.said === "odd" || (each.said === "trouble" && day.row.trouble === "cut")),
  );

async function linesOf(day: Day): Promise<Line[]> {
  type Stored = {
    id: string;
    kind: string;
    part: string;
    at: string;
    lead_id: string;
    buyer: string;
    cents: string;
    sub_id: string;
  };
  const rows = await day.sql<Stored>("select * from sales_ledger order by at, id");
  return rows.map(({ id, kind, part, at, lead_id, buyer, cents: amount, sub_id }) => {
    return { id, kind, part, at: Number(at), lead: lead_id, buyer, cents: Number(amount), sub: sub_id };
  });
}

const sum = (all: readonly { cents: number }[]) => all.reduce((total, each) => total + each.cents, 0);

/** Each acceptance is booked once, for what was bid; nobody is told twice, or outside of terms; no lead waits for nothing. */
export async function checkSales(day: Day): Promise<void> {
  const { firms, wrong } = day;
  const sales = salesOf(day);
  // Books may follow the acceptance: at once, or where they failed once somebody asks for them.
  if (day.row.fault !== "none") await day.command("sales list");
  await reached(
    async () => (await linesOf(day)).filter(({ kind }) => kind === "sale").length >= sales.length,
    3_000,
  );
  const lines = (await linesOf(day)).filter(({ kind }) => kind === "sale");
  for (const { lead, buyer, cents: due } of sales) {
    const booked = lines.filter((line) => line.lead === lead && line.buyer === buyer);
    const who = personOf(day, lead)?.who ?? "nobody";
    if (isDoubtful(day, lead) && booked.length === 0) continue;
    // Of who named neither a price nor an id, a release without books kept nothing.
    const isUnknown = buyer === "south" || !["json", "form"].includes(day.row.kind);
    if (day.old.has(lead) && isUnknown && booked.length === 0) continue;
    if (booked.length !== 1)
      wrong("each acceptance is booked once", `${buyer} took ${who}'s lead, ${booked.length} lines`);
    else if (booked[0]!.cents !== due && !(day.old.has(lead) && booked[0]!.cents === 0))
      wrong(
        "a sale is booked for what was bid",
        `${buyer} ${who}: $${dollars(booked[0]!.cents)} in place of $${dollars(due)}`,
      );
  }
  for (const line of lines)
    if (!sales.some(({ lead, buyer }) => lead === line.lead && buyer === line.buyer))
      wrong("nothing is booked that nobody bought", `${line.buyer}, $${dollars(line.cents)}`);

  // Once, and to one buyer.
  const answered = new Set<string>();
  for (const heard of firms.heard.filter(({ about }) => about === "lead")) {
    if (answered.has(heard.id))
      wrong(
        "nobody is told twice",
        `${heard.buyer} got ${personOf(day, heard.lead)?.who}'s lead again after its answer`,
      );
    if (heard.said === "yes" || heard.said === "no") answered.add(heard.id);
  }
  if (new Set(firms.told.map(({ key }) => key)).size !== firms.told.length)
    wrong("nobody is told twice", "affiliate 252");
  if (new Set(firms.copies).size !== firms.copies.length)
    wrong("nobody is told twice", "the house's webhook");
  for (const { lead, who } of day.people) {
    const buyers = new Set(sales.flatMap((sale) => (sale.lead === lead ? [sale.buyer] : [])));
    if (inOrder(day) && buyers.size > 1)
      wrong("a lead has one buyer", `${who} has ${[...buyers].join(" and ")}`);
  }
  checkTerms(day, sales);
  await checkNobodyForgotten(day, sales);
  await checkDoctor(day);
  checkLog(day);
}

const isEvening = (at: number, zone: string) => Number(wallClock(at, zone).slice(11, 13)) >= 18;

/** What no term, no stop and no pause allows has not happened. */
function checkTerms(day: Day, sales: readonly Sale[]): void {
  const { row, wrong } = day;
  for (const { buyer, about, lead, at } of day.firms.heard) {
    const person = personOf(day, lead);
    if (!person) continue;
    // Who may not have a lead is not asked for a bid either, but for what only comes out behind it.
    const isKnown = (why: string) => about === "lead" || !later.includes(why);
    const against = reasonsAgainst(day, buyer, person, at).filter(isKnown);
    if (against.length > 0)
      wrong("nothing goes outside of terms", `${buyer} got ${person.who}'s lead, ${against.join(", ")}`);
  }
  const perDay = (of: (sale: Sale) => boolean) => {
    const days = new Map<string, Sale[]>();
    for (const sale of sales.filter(of)) {
      const date = localDay(sale.at, row.zone);
      days.set(date, [...(days.get(date) ?? []), sale]);
    }
    return [...days.values()];
  };
  if (row.cap === "daily")
    for (const each of perDay(({ buyer }) => buyer === "north"))
      if (each.length > 1) wrong("caps hold", `north has ${each.length} leads of 1 in a day`);
  if (row.cap === "affiliate")
    for (const each of perDay(({ lead }) => personOf(day, lead)?.affiliate === "252"))
      if (new Set(each.map(({ lead }) => lead)).size > 2)
        wrong("caps hold", `affiliate 252 brought ${each.length} leads of 2`);
  if (row.budget === "daily")
    for (const each of perDay(({ buyer }) => buyer === "north"))
      each.forEach(({ at }, index) => {
        if (sum(each.slice(0, index)) + agreed(day, at) > 8_000)
          wrong("budgets hold", `north bought for $${dollars(sum(each))} of $80`);
      });
}

const whilePaused = "while it was paused";
const tooLow = "below its least price";
const repeated = "whom it had just before";
const unwanted = "who is on its own list";
const later = [tooLow, repeated, unwanted];

/** Why a buyer may not have a lead of this person at a moment. */
function reasonsAgainst(day: Day, buyer: Buyer, person: Person, at: number): string[] {
  const { row } = day;
  const isPaused = (whom: string) => {
    const pause = day.pauses.find((each) => each.whom === whom);
    return pause !== undefined && at > pause.from && at < pause.until;
  };
  const before = day.people.find(({ who }) => who === "ana");
  const hadAna = salesOf(day).some(
    (sale) => sale.lead === before?.lead && sale.buyer === buyer && sale.at < at,
  );
  const against: [boolean, string][] = [
    [buyer === "north" && row.hours === "evening" && !isEvening(at, row.zone), "closed at this hour"],
    [buyer === "north" && row.states === "elsewhere" && person.state !== "FL", "of another state"],
    [isPaused(`receiver/${buyer}`), whilePaused],
    [person.affiliate === "252" && isPaused("affiliate/252"), "whose affiliate was paused"],
    [person.isStopped, "who had said no"],
    [person.who === "ben" && buyer === "north" && row.stop === "own-list", unwanted],
    [!person.isBuyable, "who is disqualified"],
    [person.who === "again" && ["hold", "skip"].includes(row.repeats) && hadAna, repeated],
    [
      buyer === "north" && (row.minimum === "over" || (row.minimum === "under" && row.ping === "garbage")),
      tooLow,
    ],
    [
      person.who !== "dora" && person.who !== "ben" && day.erasedAt !== undefined && at > day.erasedAt,
      "who is erased",
    ],
  ];
  return against.flatMap(([is, why]) => (is ? [why] : []));
}

/** Who may have a lead is asked, in the row's order, and asked again where it was merely away. */
async function checkNobodyForgotten(day: Day, sales: readonly Sale[]): Promise<void> {
  const { row, wrong, firms } = day;
  type Message = { lead_id: string; status: string };
  const kept = await day.sql<Message>(
    "select lead_id, status from outbox where status in ('held', 'parked')",
  );
  for (const person of day.people) {
    const { lead, who } = person;
    const isErased = day.erasedAt !== undefined && (who === "ana" || who === "again");
    if (!lead || !person.isBuyable || person.isStopped || isErased || isDoubtful(day, lead)) continue;
    const heard = firms.heard.filter((each) => each.lead === lead);
    const may = (buyer: Buyer, at: number) =>
      reasonsAgainst(day, buyer, person, at).length === 0 && !isFull(day, buyer, person, sales, at);
    const of = (buyer: Buyer) => heard.filter((each) => each.buyer === buyer && each.about === "lead");
    const first = heard.find(({ about }) => about === "lead");
    // A bid that comes too late is none, and its buyer is not asked.
    const isLate = heard.some(({ about, said: answer }) => about === "bid" && answer === "trouble");
    const wanted = isLate ? undefined : firstOf(day);
    if (first && wanted && first.buyer !== wanted && may(wanted, first.at) && may(wanted, person.at!))
      wrong("buyers are asked in their order", `${first.buyer} before ${wanted}, about ${who}'s lead`);
    if (inOrder(day) && sales.some((sale) => sale.lead === lead)) continue;
    if (row.mode === "test" && of("north").some((each) => each.said === "yes")) continue;
    // Held for a person to decide, or given up with a red word.
    if (kept.some((each) => each.lead_id === lead && (each.status === "parked" || row.repeats === "hold")))
      continue;
    for (const buyer of ["north", "south"] as const) {
      const last = of(buyer).at(-1)?.said;
      // A pause is waited for an hour, and then the lead is unsold until a person offers it again.
      const wasPaused = reasonsAgainst(day, buyer, person, person.at!).includes(whilePaused);
      const isUnread = row.ping === "garbage" && row.order === "best-price";
      const isNoBid = buyer === "north" && (isUnread || isLate);
      if (
        !may(buyer, Date.now()) ||
        wasPaused ||
        isNoBid ||
        last === "yes" ||
        last === "no" ||
        row.repeats === "skip"
      )
        continue;
      if (last === "trouble") wrong("who was away is asked again", `${buyer}, about ${who}'s lead`);
      else wrong("each who may have a lead is asked", `${buyer} was not, about ${who}'s`);
    }
  }
}

/** Who is asked first as long as nothing speaks against it; undefined where chance says. */
function firstOf({ row }: Day): Buyer | undefined {
  // A mail server that takes no letter yet writes down nothing.
  if (row.kind === "email" && row.trouble === "error") return undefined;
  if (row.order === "fixed") return "north";
  if (row.order !== "best-price") return undefined;
  const usual = row.price === "agreed" ? cents.agreed : 0;
  const bid = { high: cents.high, low: cents.low, garbage: 0, none: usual, unpriced: usual }[row.ping];
  return bid > cents.south ? "north" : "south";
}

/** Whether a buyer, or the lead's affiliate, has had all of the day. */
function isFull(
  { row, people }: Day,
  buyer: Buyer,
  person: Person,
  sales: readonly Sale[],
  at: number,
): boolean {
  const today = sales.filter(
    (sale) => sale.at <= at && localDay(sale.at, row.zone) === localDay(at, row.zone),
  );
  const brought = new Set(today.map(({ lead }) => lead).filter((lead) => lead !== person.lead));
  const ofAffiliate = people.filter(({ affiliate, lead }) => affiliate === "252" && brought.has(lead ?? ""));
  if (row.cap === "affiliate" && person.affiliate === "252" && ofAffiliate.length >= 2) return true;
  const its = today.filter((sale) => sale.buyer === buyer);
  if (buyer === "south") return false;
  return (
    (row.cap === "daily" && its.length > 0) || (row.budget === "daily" && sum(its) + cents.agreed > 8_000)
  );
}

/** The word of `doctor` is what is true of the store. */
async function checkDoctor(day: Day): Promise<void> {
  const { row, wrong } = day;
  const { stdout } = await day.command("doctor");
  const found = stdout.split("\n").filter((line) => /^wrong/i.test(line));
  const [parked] = await day.sql<{ n: number }>("select count(*) n from outbox where status = 'parked'");
  const isTold = found.some((line) => line.includes("given up"));
  if (Number(parked!.n) > 0 !== isTold)
    wrong("doctor says what is true", `${parked!.n} messages are parked: ${found.join(" ")}`);
  if ((row.key === "ending") !== found.some((line) => line.includes("The key of north ends")))
    wrong("doctor says what is true", `of north's key: ${found.join(" ")}`);
  const others = found.filter(
    // The clock is ours alone, and this pooler is one that drops the time-outs.
    (line) =>
      !(row.database === "pooler" && line.includes("a pooler dropped it")) &&
      !/given up|The key of north ends|may have (one|\d+)|waiting, the oldest|the database's are|A consent has waited/.test(
        line,
      ),
  );
  if (others.length > 0) wrong("doctor says what is true", others.join(" "));
}

/** While something behind a sale fails, somebody is told. */
export async function checkFault(day: Day): Promise<void> {
  const { row, wrong } = day;
  const isMet =
    row.fault === "books"
      ? salesOf(day).length > 0
      : salesOf(day).length > 0 && row.postbacks !== "none" && day.erasedAt === undefined;
  if (!isMet) return;
  const { stdout } = await day.command("doctor");
  if (/^Nothing is wrong\.$/m.test(stdout))
    wrong("doctor says what is true", `while ${row.fault} fail it says "Nothing is wrong."`);
}

/** No 500, and nothing that nobody expected. */
function checkLog(day: Day): void {
  const { row, wrong } = day;
  const lines = day
    .log()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const bad = lines.filter((line) => /"status":5\d\d/.test(line) && !line.includes('"provider"'));
  for (const line of new Set(
    bad.map((each) => each.replace(/"at":"[^"]*",|"requestId":"[^"]*",?|"ms":\d+,?/g, "")),
  ))
    wrong("no request ends with a fault of ours", line);
  const failed = lines.filter(
    (line) => /"event":"[\w.]*failed"/.test(line) && !/"event":"call_failed"/.test(line),
  );
  const isExpected = row.fault === "books" || row.fault === "postbacks";
  const [first] = failed;
  if (first && !isExpected) wrong("nothing fails that nobody sees", first.replace(/"at":"[^"]*",/, ""));
  const found = canaryIn(day, day.log());
  if (found) wrong("the log names nobody", found);
}

const folded = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("Ø", "O").toLowerCase();

/** Which word of Ana's a text has, in any case and accents, and her number in any notation. */
export function canaryIn({ row }: Pick<Day, "row">, text: string): string | undefined {
  const plain = folded(
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25").replace(/%[89a-f][0-9a-f]/gi, "")),
  );
  const word = canariesOf({ ...row }).find((each) => plain.includes(each));
  if (word) return `${word}: ${around(plain, plain.indexOf(word))}`;
  const found = /(?<!\d)\(?213\)?[ .-]{0,2}555[ .-]{0,2}0147(?!\d)/.exec(plain);
  return found ? `her number: ${around(plain, found.index)}` : undefined;
}
const around = (text: string, at: number) => text.slice(Math.max(0, at - 40), at + 40).replace(/\s+/g, " ");

/** What a person of another role sees: nothing that tells of Ana, and no page that fails. */
export async function checkLooks(day: Day): Promise<void> {
  const { row, wrong } = day;
  const [ana] = day.people;
  const lines = (await linesOf(day)).filter(({ kind }) => kind === "sale").slice(0, 2);
  const pages = [
    ...["/console", "/console/leads.csv", "/console/deliveries", `/console/sales?${everything}`],
    ...[`/console/sales.csv?${everything}`, `/console/sales/statement?buyer=north&${everything}`],
    ...["/console/terms", "/console/terms/affiliate/252", "/console/health", "/console/settings"],
    ...(ana?.lead ? [`/console/leads/${ana.lead}`] : []),
    ...lines.map(({ id }) => `/console/sales/lines/${id}`),
  ];
  const isMasked = row.role === "leads-masked";
  // Whatever people of the console write down.
  const remark = `Call ${Object.values(ana!.answers).slice(0, 2).join(" ")} at ${ana!.answers.phone}, ${ana!.answers.email}`;
  if (ana?.lead && day.erasedAt === undefined)
    await day.press(`/console/leads/${ana.lead}`, { intent: "note", remark });
  for (const page of pages) {
    const { status, text } = await day.get(page, "other");
    if (status >= 500) wrong("no request ends with a fault of ours", `${page}: ${status}`);
    const found = canaryIn(day, text);
    if (found) wrong("who may not see Ana does not", `${page}: ${found}`);
    if (!isMasked && status === 200 && /leads|sales|deliveries|terms/.test(page))
      wrong("who may not see leads does not", `${page}: ${status}`);
  }
  // Nor may such a person change what is money.
  const before = await day.sql("select number from terms_changes");
  const form = { intent: "save", seen: String(before.length), reason: "x", "daily-cap": "9" };
  const { status } = await day.press("/console/terms/receiver/south", form, "other");
  if (status !== 403 || (await day.sql("select number from terms_changes")).length > before.length)
    wrong("who may not change terms does not", `${row.role}: ${status}`);
}
/** What affiliate 252 gets for a sale of which so much is left, by our own count. */
function payoutOf(day: Day, { lead, at, cents: price }: Sale, back: number): number {
  const { row } = day;
  if (personOf(day, lead)?.affiliate !== "252" || day.old.has(lead)) return 0;
  const left = price - back;
  const isNew = row.terms === "payout" && at >= (day.changedAt ?? Number.POSITIVE_INFINITY);
  const fixed = isNew ? 2_500 : row.payout === "fixed" ? 2_000 : 0;
  if (!isNew && row.payout === "share") return Math.round((left * 3_333) / 10_000);
  return left > 0 || back === 0 ? fixed : 0;
}

/** What buyers noted is what books, file, invoice, statement, payouts, messages to the affiliate and analysts say. */
export async function checkBooks(day: Day, isLast: boolean): Promise<void> {
  const { row, wrong } = day;
  const lines = await linesOf(day);
  const sales = salesOf(day).flatMap((sale) => {
    const line = lines.find(
      ({ kind, lead, buyer }) => kind === "sale" && lead === sale.lead && buyer === sale.buyer,
    );
    // What a sale came to that was made before there were books, they know where its buyer had said so.
    return line ? [{ ...sale, cents: day.old.has(sale.lead) ? line.cents : sale.cents }] : [];
  });
  const backOf = (sale: Sale) =>
    day.acts
      .filter((act) => act.lead === sale.lead && act.buyer === sale.buyer)
      .reduce((all, { back }) => all + back, 0);
  const booked = lines.filter(({ part }) => part !== "payout");
  const [head, ...rows] = parseCsv((await day.get(`/console/sales.csv?${everything}`)).text) as string[][];
  const at = (name: string) => head?.indexOf(name) ?? -1;
  const months = new Set(lines.map((line) => localMonth(line.at, row.zone)));
  for (const buyer of ["north", "south"] as const) {
    const theirs = sales.filter((sale) => sale.buyer === buyer);
    const due = theirs.reduce((all, sale) => all + sale.cents - backOf(sale), 0);
    const inBooks = sum(booked.filter((line) => line.buyer === buyer));
    const inFile = rows
      .filter((cells) => cells[at("buyer")] === buyer && cells[at("kind")] !== "payout")
      .reduce((all, cells) => all + Number(cells[at("cents")]), 0);
    const tell = (where: string, amount: number, wanted = due) => {
      if (amount !== wanted)
        wrong(
          "books are what the buyers noted",
          `${where} of ${buyer}: $${dollars(amount)} in place of $${dollars(wanted)}`,
        );
    };
    tell("the books", inBooks);
    tell("the CSV", inFile);
    const statement = await day.get(`/console/sales/statement?buyer=${buyer}&${everything}`);
    tell("the statement", totalIn(statement.text));
    for (const month of months) {
      const isIn = (moment: number) => localMonth(moment, row.zone) === month;
      const ofMonth =
        sum(theirs.filter((sale) => isIn(sale.at))) -
        day.acts
          .filter((act) => act.buyer === buyer && act.month === month)
          .reduce((all, { back }) => all + back, 0);
      const invoice = await day.command(`sales invoice --buyer ${buyer} --month ${month}`);
      if (theirs.length > 0) tell(`the invoice of ${month}`, totalIn(invoice.stdout), ofMonth);
    }
  }
  const payouts = sales.map((sale) => payoutOf(day, sale, backOf(sale)));
  const paid = payouts.reduce((all, each) => all + each, 0);
  const inBooks = sum(lines.filter(({ part }) => part === "payout"));
  if (inBooks !== paid)
    wrong("payouts are as agreed", `the books: $${dollars(inBooks)} in place of $${dollars(paid)}`);
  await checkPostbacks(day, sales, paid);
  // Whose visit was erased before a buyer took the lead came from nowhere that anybody can know.
  const known = booked.filter((line) => day.row.erasure !== "during" || line.lead !== day.people[0]!.lead);
  if (isLast) await checkRevenue(day, sum(known));
  checkBooksNameNobody(day, lines, rows);
  checkLog(day);
}

/** What analysts are told a little later, once the visits are counted. */
async function checkRevenue(day: Day, revenue: number): Promise<void> {
  const connection = await openConnection(day.direct, silentLog);
  const surveys = new Set(["c", findEntry(`/survey/${day.row.survey}`)!.variant.code]);
  let found = 0;
  const isCounted = async () => {
    const all = await Promise.all([...surveys].map((code) => outcomeTally(connection, code)));
    found = all.flat().reduce((total, { paid, credited }) => total + Number(paid) - Number(credited), 0);
    return found === revenue;
  };
  try {
    if (!(await reached(isCounted, 8_000, 250)))
      day.wrong("analysts' revenue is the books'", `$${dollars(found)} in place of $${dollars(revenue)}`);
  } finally {
    await connection.close();
  }
}

/** `Total: -$1,234.50` and the like, in cents. */
function totalIn(text: string): number {
  const [, sign = "", amount = "0"] = /(?:Total: |<strong>)(-?)\$([\d,]+\.\d\d)/.exec(text) ?? [];
  return Math.round(Number(amount.replaceAll(",", "")) * 100) * (sign ? -1 : 1);
}

/** The affiliate is told of each of its sales once, and what it is told adds up to what it gets. */
async function checkPostbacks(day: Day, sales: readonly Sale[], paid: number): Promise<void> {
  const { row, firms, wrong } = day;
  if (row.postbacks === "none") return;
  const isTold = (sale: Sale) => {
    const person = personOf(day, sale.lead);
    return (
      person?.affiliate === "252" &&
      !person.isStopped &&
      !day.old.has(sale.lead) &&
      day.erasedAt === undefined
    );
  };
  const own = sales.filter(isTold);
  const soldOf = () => firms.told.filter(({ event }) => event === "sold");
  if (day.erasedAt === undefined && row.upgrade === "fresh") {
    await reached(() => soldOf().length >= own.length, 3_000);
    for (const { lead } of own) {
      const times = soldOf().filter((each) => each.lead === lead).length;
      const wanted = own.filter((each) => each.lead === lead).length;
      if (times !== wanted)
        wrong("an affiliate is told of each sale once", `${personOf(day, lead)?.who}: ${times} times`);
    }
    const told = firms.told.reduce((all, { payout }) => all + payout, 0);
    if (row.postbacks !== "sold" && told !== paid)
      wrong("postbacks add up to the payout", `$${dollars(told)} in place of $${dollars(paid)}`);
  }
  const messages = day.firms.stub.requests.filter(({ path }) => path === "/affiliate");
  for (const { url, body } of messages) {
    const found = canaryIn(day, `${url} ${body}`);
    if (found) wrong("an affiliate is told nobody's name", found);
  }
  if (row.report === "letter")
    for (const letter of lettersTo(firms, "boss@partner.example")) {
      const found = canaryIn(day, letter);
      if (found) wrong("an affiliate is told nobody's name", found);
    }
}

function checkBooksNameNobody(day: Day, lines: readonly Line[], rows: readonly string[][]): void {
  const found = canaryIn(day, JSON.stringify([lines, rows]));
  if (found) day.wrong("the books name nobody", found);
}

/** A month that is closed stays as it was; what comes later is of a later one. */
export async function checkClosed(day: Day, month: string): Promise<void> {
  const { wrong, row } = day;
  const before = (await linesOf(day)).filter((line) => localMonth(line.at, row.zone) === month);
  const closed = await day.press("/console/sales", { intent: "close", month });
  if (!closed.text.includes(`${month} is closed with ${before.length} lines`))
    wrong("a month can be closed", `${closed.status} ${said(closed.text)}`);
  const left = before.find(
    (line) =>
      line.kind === "sale" &&
      line.cents > 0 &&
      !day.acts.some((act) => act.lead === line.lead && act.buyer === line.buyer),
  );
  if (left) {
    const form = { intent: "return", reason: "never called" };
    const page = `/console/sales/lines/${left.id}`;
    const answer = await day.press(page, form);
    if (answer.status !== 303)
      wrong("the owner's presses work", `a late return: ${answer.status} ${said(answer.text)}`);
    day.acts.push({
      lead: left.lead,
      buyer: left.buyer,
      back: left.cents,
      month: localMonth(Date.now(), row.zone),
      isByHand: true,
    });
  }
  const after = (await linesOf(day)).filter((line) => localMonth(line.at, row.zone) === month);
  if (JSON.stringify(after) !== JSON.stringify(before))
    wrong("a closed month stays as it was", `${before.length} lines, then ${after.length}`);
  await checkBooks(day, true);
}

/** Of who is erased nothing stands anywhere but what docs/privacy.md names. */
export async function checkAfterErasure(day: Day): Promise<void> {
  const { row, wrong, env } = day;
  const isErased = day.erasedAt !== undefined;
  const { cipher, persons } = ciphersOf(env.DATA_KEYS ? [env.DATA_KEYS] : undefined, env.PERSON_KEYS);
  const connection = await openConnection(day.direct, silentLog, { sealing: cipher && sealing(cipher) });
  try {
    for (const table of await tablesOf(day)) {
      // With the keys, where there are any; what cannot be opened any more is nothing to be found.
      const rows = await (connection.db as never as Opened)
        .selectFrom(camel(table))
        .selectAll()
        .execute()
        .catch(() => day.sql(`select * from ${table}`));
      for (const stored of rows) {
        if (table === "consents" && (row.keys !== "person" || !isErased)) continue;
        // Of who is only too old the link's labels stay, which is for the affiliate to keep nobody in.
        if (table === "analytics_sources" && !isErased) continue;
        const found = canaryIn(day, JSON.stringify(stored));
        if (found) wrong("who is erased is nowhere", `${table}: ${found}`);
      }
    }
  } finally {
    await connection.close();
    persons?.close();
  }
  const folder = join(day.folder, "sheet");
  if (day.erasedAt !== undefined && existsSync(folder))
    for (const file of readdirSync(folder)) {
      const found = canaryIn(day, readFileSync(join(folder, file), "utf8"));
      if (found) wrong("who is erased is nowhere", `${file}: ${found}`);
    }
  if (isErased) {
    const left = await day.sql<{ destination: string }>(
      `select destination from outbox where lead_id = '${day.people[0]!.lead}' and destination not like 'deletion.%'`,
    );
    if (left.length > 0)
      wrong("who is erased is nowhere", `outbox: ${left.map((each) => each.destination).join(", ")}`);
  }
  const csv = await day.get(`/console/sales.csv?${everything}`);
  const found = canaryIn(day, csv.text);
  if (found) wrong("who is erased is nowhere", `sales.csv: ${found}`);
  checkLog(day);
}

type Opened = { selectFrom(table: string): { selectAll(): { execute(): Promise<unknown[]> } } };
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function tablesOf({ row, sql }: Day): Promise<string[]> {
  const names = await sql<{ name: string }>(
    row.database === "sqlite"
      ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'"
      : "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  return names.map(({ name }) => name).filter((name) => !name.startsWith("kysely"));
}
