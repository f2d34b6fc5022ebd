import { hourMs, localDay, reached, wallClock } from "./calendar.ts";
import type { Day } from "./day.ts";
import { cents, dollars } from "./firms.ts";
import { checkDoctor, checkLog } from "./invariants.ts";
import type { Person } from "./people.ts";
import {
  agreed,
  type Buyer,
  countedFor,
  inOrder,
  isDoubtful,
  linesOf,
  northBuys,
  personOf,
  type Sale,
  salesOf,
  sum,
} from "./recount.ts";

/** Each acceptance is booked once, for what was bid; nobody is told twice, or outside of terms; no lead waits for nothing. */
export async function checkSales(day: Day): Promise<void> {
  const { firms, wrong } = day;
  const sales = salesOf(day);
  // Books may follow the acceptance: at once, or where they failed at the next look, of which each start is one.
  if (day.row.fault !== "none")
    for (const site of day.sites) {
      await site.stop();
      await site.restart();
    }
  // Of who named neither a price nor an id, a release without books kept nothing.
  const mayLack = ({ lead, buyer }: Sale) =>
    isDoubtful(day, lead) ||
    (day.old.has(lead) && (buyer === "south" || !["json", "form"].includes(day.row.kind)));
  const bookedOf = ({ lead, buyer }: Sale, lines: Awaited<ReturnType<typeof linesOf>>) =>
    lines.filter((line) => line.kind === "sale" && line.lead === lead && line.buyer === buyer);
  await reached(async () => {
    const lines = await linesOf(day);
    return sales.every((sale) => mayLack(sale) || bookedOf(sale, lines).length > 0);
  }, 20_000);
  const lines = (await linesOf(day)).filter(({ kind }) => kind === "sale");
  for (const sale of sales) {
    const { lead, buyer, cents: due } = sale;
    const booked = bookedOf(sale, lines);
    const who = personOf(day, lead)?.who ?? "nobody";
    if (mayLack(sale) && booked.length === 0) continue;
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
    const offers = firms.heard.filter((heard) => heard.about === "lead" && heard.lead === lead);
    const doubt = offers.findIndex(
      ({ said }) => said === "odd" || (said === "trouble" && day.row.trouble === "cut"),
    );
    if (inOrder(day) && doubt >= 0 && offers.slice(doubt).some(({ buyer }) => buyer !== offers[doubt]!.buyer))
      wrong("nobody else gets what one may have", `${who}'s lead`);
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
  const perDay = <Counted extends { at: number }>(counted: readonly Counted[]) =>
    Object.values(Object.groupBy(counted, ({ at }) => localDay(at, row.zone))) as Counted[][];
  const norths = countedFor(day, "north");
  if (row.cap === "daily")
    for (const each of perDay(norths))
      if (each.length > 1) wrong("caps hold", `north has ${each.length} leads of 1 in a day`);
  if (row.cap === "affiliate")
    for (const each of perDay(broughtBy252(day, sales)))
      if (new Set(each.map(({ lead }) => lead)).size > 2)
        wrong("caps hold", `affiliate 252 brought ${each.length} leads of 2`);
  if (row.budget === "daily" && row.mode === "live")
    for (const each of perDay(norths.filter(({ lead }) => !day.old.has(lead))))
      each.forEach(({ at }, index) => {
        if (sum(each.slice(0, index)) + agreed(day, at) > 8_000)
          wrong("budgets hold", `north bought for $${dollars(sum(each))} of $80`);
      });
}

const affiliatePaused = "whose affiliate was paused";
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
  const isAna = (lead: string) => lead === day.people.find(({ who }) => who === "ana")?.lead;
  // Who may have had her has had her, as far as a second lead of hers goes.
  const hadAna =
    salesOf(day).some((sale) => isAna(sale.lead) && sale.buyer === buyer && sale.at < at) ||
    (buyer === "north" &&
      row.mode === "live" &&
      day.people.some(({ lead = "" }) => isAna(lead) && isDoubtful(day, lead)));
  const against: [boolean, string][] = [
    [buyer === "north" && row.hours === "evening" && !isEvening(at, row.zone), "closed at this hour"],
    [buyer === "north" && row.states !== "any" && person.state !== "FL", "of another state"],
    [isPaused(`receiver/${buyer}`), whilePaused],
    // Who only tries is no buyer (docs/guides/sales.md "Pause").
    [
      person.affiliate === "252" && isPaused("affiliate/252") && (buyer === "south" || northBuys(day)),
      affiliatePaused,
    ],
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
    // What one buyer waits for does not hold up the lead.
    const isNoBid = (buyer: Buyer) =>
      buyer === "north" && (isLate || (row.ping === "garbage" && row.order === "best-price"));
    const free = (["north", "south"] as const).find((buyer) => may(buyer, person.at!) && !isNoBid(buyer));
    const waited = (first?.at ?? Date.now()) - person.at!;
    const isKept = kept.some((each) => each.lead_id === lead);
    if (inOrder(day) && free && !isKept && waited > hourMs)
      wrong("no lead waits that somebody may have", `${who}'s waits, and ${free} was free`);
    if (inOrder(day) && sales.some((sale) => sale.lead === lead)) continue;
    if (row.mode === "test" && of("north").some((each) => each.said === "yes")) continue;
    // Held for a person to decide, or given up with a red word.
    if (kept.some((each) => each.lead_id === lead && (each.status === "parked" || row.repeats === "hold")))
      continue;
    for (const buyer of ["north", "south"] as const) {
      const last = of(buyer).at(-1)?.said;
      // A pause is waited for an hour, and then the lead is unsold until a person offers it again.
      const wasPaused = reasonsAgainst(day, buyer, person, person.at!).includes(whilePaused);
      if (
        !may(buyer, Date.now()) ||
        wasPaused ||
        isNoBid(buyer) ||
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

/** Leads of affiliate 252 that count for its cap: those that live buyers have, or may have. */
const broughtBy252 = (day: Day, sales: readonly Sale[]) =>
  [...sales, ...(northBuys(day) ? countedFor(day, "north") : [])].filter(
    ({ lead }) => personOf(day, lead)?.affiliate === "252",
  );

/** Whether a buyer, or the lead's affiliate, has had all of the day, or another buyer's turn holds the lead. */
function isFull(day: Day, buyer: Buyer, person: Person, sales: readonly Sale[], at: number): boolean {
  const { row } = day;
  const ofOthers = <Counted extends { lead: string; at: number }>(counted: readonly Counted[]) =>
    counted.filter(
      (each) =>
        each.lead !== person.lead && each.at <= at && localDay(each.at, row.zone) === localDay(at, row.zone),
    );
  const brought = new Set(ofOthers(broughtBy252(day, sales)).map(({ lead }) => lead));
  if (row.cap === "affiliate" && person.affiliate === "252" && brought.size >= 2) return true;
  if (buyer === "south") return false;
  // Its affiliate's pause holds a lead at a live buyer, which all bids wait for, and which chance may put first.
  const isSouthFirst = row.order === "best-price" || row.order === "weighted";
  if (isSouthFirst && reasonsAgainst(day, "south", person, at).includes(affiliatePaused)) return true;
  const its = ofOthers(countedFor(day, "north"));
  return (
    (row.cap === "daily" && its.length > 0) ||
    (row.budget === "daily" && row.mode === "live" && sum(its) + cents.agreed > 8_000)
  );
}
