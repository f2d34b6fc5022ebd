import { beforeEach, describe, expect, it } from "vitest";
import { dayNumber, monthOf, periodOf } from "../../../services/calendar/days.ts";
import type { NewOutcome } from "../../../services/features/books/outcomes.ts";
import { counter } from "../../../services/features/returns/tally.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit, offeredSale } from "../../support/submissions.ts";

const dayMs = 24 * 60 * 60_000;
const zone = "America/Los_Angeles";
const by = { door: "call", person: "" } as const;
const ana = { person: "ana", word: "" };

/** The afternoon of 14 November in California. */
describe.each(databases)("returns on $name", ({ start }) => {
  const readers = [{ name: "returns", ...counter({ siteTimeZone: zone }) }];
  const on = freshStore(start, { timeZone: zone, readers });
  const lines = async (leadId: string) =>
    (await on.store.books.ledger.ofLeads([leadId]))
      .filter(({ part }) => part === "back")
      .map(({ kind, cents }) => `${kind} ${cents}`);
  const sell = async (more: Parameters<typeof offeredSale>[1] = {}) => {
    const offered = await offeredSale(on, more);
    await offered.sell();
    return offered.leadId;
  };
  let calls = 0;
  const report = (leadId: string, more: Partial<NewOutcome> = {}): NewOutcome => ({
    id: `north call-${++calls}`,
    leadId,
    outcome: "returned",
    at: on.now,
    buyer: "North",
    buyerLeadId: null,
    amountCents: null,
    currency: null,
    reason: "has_lawyer",
    ...more,
  });
  const ask = (said: NewOutcome, how: { replace?: boolean } = {}) =>
    on.store.returns.ask(said, { receivedAt: on.now, by, ...how });

  describe("what is asked for", () => {
    let leadId: string;
    let id: string;
    beforeEach(async () => {
      leadId = await sell();
      on.now += dayMs;
      expect(await ask(report(leadId))).toMatchObject({ isNew: true, booked: 0 });
      id = (await on.store.returns.waiting(9))[0]!.id;
    });

    it("changes nothing until it is granted, then the books as a report does, once, and is corrected when that is undone", async () => {
      expect(await lines(leadId)).toEqual([]);
      on.now += 30 * dayMs;
      expect(await on.store.returns.grant(id, ana)).toMatchObject({ isNew: true, booked: 12_000 });
      expect(await lines(leadId)).toEqual(["return -12000"]);
      expect(await on.store.returns.grant(id, ana)).toBeUndefined();
      expect(await on.store.returns.refuse(id, ana)).toBe(false);
      expect(await on.store.returns.undo(id, "refused")).toBe(false);
      expect(await on.store.returns.undo(id, "granted")).toBe(true);
      expect(await lines(leadId)).toEqual(["return -12000", "correction 12000"]);
      expect(await on.store.returns.undo(id, "granted")).toBe(false);
      expect(await on.store.returns.refuse(id, { person: "ana", word: "Zoë zoe@example.com answered" })).toBe(
        true,
      );
      expect((await on.store.returns.find(id))?.word).toBe("… …@… answered");
    });

    it("is decided by one of two people, of two processes", async () => {
      const other = await on.open({ readers });
      const done = await Promise.all([
        on.store.returns.grant(id, ana).then(Boolean),
        other.returns.grant(id, { person: "ben", word: "" }).then(Boolean),
        other.returns.refuse(id, { person: "cleo", word: "no" }),
      ]);
      await other.close();
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await lines(leadId)).toEqual(done[2] ? [] : ["return -12000"]);
    });

    it("is known when it is said again, and contradicted by another amount or reason of the day", async () => {
      const again = { isNew: false, why: "asked for: it counts once it is granted" };
      expect(await ask(report(leadId))).toMatchObject(again);
      expect(await ask(report(leadId, { reason: "at_fault" }))).toMatchObject({ contradicts: { index: -1 } });
      on.now += dayMs;
      expect(await ask(report(leadId)), "of another day").toMatchObject(again);
      on.now -= dayMs;
      const part = report(leadId, { amountCents: 500, currency: "USD" });
      expect(await ask(part, { replace: true })).toMatchObject({ isNew: true });
      const [kept, ...none] = await on.store.returns.waiting(9);
      expect([kept?.amountCents, none]).toEqual([500, []]);
      expect(await on.store.returns.grant(kept!.id, ana)).toMatchObject({ booked: 500 });
      expect(await ask(part)).toMatchObject({ isNew: false, why: "known already" });
      expect(await lines(leadId)).toEqual(["return -500"]);
    });

    it("is booked after a month that was closed meanwhile", async () => {
      on.now += 30 * dayMs;
      const november = monthOf("2023-11", zone)!;
      const month = { month: "2023-11", begins: november.from, ends: november.until };
      const closed = await on.store.books.ledger.close(month, "ana");
      on.now = november.until - 1;
      await on.store.returns.grant(id, ana);
      const back = (await on.store.books.ledger.ofLeads([leadId])).find(({ kind }) => kind === "return");
      expect(back?.at).toBeGreaterThanOrEqual(november.until);
      expect("digest" in closed && (await on.store.books.ledger.isUnchanged(closed))).toBe(true);
    });
  });

  it("what would change nothing is no request: a late return, one of no sale, in euros or of what went back", async () => {
    const leadId = await sell();
    expect(await ask(report(leadId, { amountCents: 500, currency: "EUR" }))).toBeUndefined();
    expect(await ask(report(leadId, { buyer: "South" }))).toBeUndefined();
    const [sale] = await on.store.books.ledger.list({ kind: "sale" }, 1);
    on.now += 20 * dayMs;
    expect(await ask(report(leadId))).toBeUndefined();
    on.now -= 19 * dayMs;
    await on.store.books.ledger.giveBack(sale!.id, undefined, { person: "ana", reason: "wrong_number: x" });
    expect(await ask(report(leadId))).toBeUndefined();
  });

  describe("numbers", () => {
    const period = periodOf("2023-11-14", "2023-11-16", zone)!;
    const answers = async (of = period, survey?: string) =>
      (await on.store.returns.numbers.ofAnswers(of, survey)).map(
        ({ question, value, sold, back }) => `${question} ${value}: ${back} of ${sold}`,
      );
    /** A lead with these answers, sold to north. */
    const soldWith = async (record: Record<string, string>) => {
      const submission = aSubmission(["north"], on.now);
      submission.lead.record = { first_name: "Zoë", zip_code: "90210", case_description: "yes", ...record };
      const { lead } = await on.store.submit(aVisit(), 0, [], submission);
      const [message] = await on.store.outbox.claim(["north"], on.now);
      const sale = { messageId: message!.id, leadId: lead!.id, at: on.now };
      const source = { affiliate: "252", subId: "s", offer: "", survey: "c", state: "TX", qualified: true };
      const terms = { buyer: "north", buyerLeadId: null, cents: 5_000, returnDays: 14, payout: "" };
      const said = { ...sale, price: 50, buyerId: null };
      await on.store.outbox.delivered(message!, "accepted", "", {
        said,
        booked: { ...sale, ...terms, ...source },
      });
      return lead!.id;
    };

    it("say of each answer how many of its leads came back, as they were given, also after an erasure", async () => {
      const email = "hurt@example.com";
      const hurt = await soldWith({
        email,
        physical_injury: "Yes",
        raw_physical_injury: "No",
        with_Lawyer: "no",
      });
      await soldWith({ physical_injury: "Yes", with_Lawyer: "a long story" });
      expect(await answers()).toEqual([
        "physical_injury no: 0 of 1",
        "physical_injury yes: 0 of 1",
        "with_Lawyer no: 0 of 1",
      ]);
      await on.store.books.outcomes.add([report(hurt, { amountCents: 500, currency: "USD" })]);
      const back = ["physical_injury no: 1 of 1", "physical_injury yes: 0 of 1", "with_Lawyer no: 1 of 1"];
      expect(await answers()).toEqual(back);
      await on.store.books.outcomes.remove({
        leadId: hurt,
        outcome: "returned",
        day: dayNumber("2023-11-14"),
        buyer: "north",
      });
      expect(await answers()).toEqual(back.map((text) => text.replace("1 of", "0 of")));
      await on.store.books.outcomes.add([report(hurt, { note: "Zoë had a cousin there" })]);
      expect(await on.store.inbox.notes(hurt)).toMatchObject([{ person: "North, a buyer" }]);
      await on.store.people.erase({ email });
      await on.store.books.outcomes.add([report(hurt, { at: on.now + dayMs, note: "Zoë again" })]);
      expect(await on.store.inbox.notes(hurt)).toEqual([]);
      expect(await answers()).toEqual(back);
      expect(await answers(periodOf("2023-11-15", "2023-11-16", zone)!)).toEqual([]);
      expect(await answers(period, "d")).toEqual([]);
    });

    it("do not begin with a return of a lead that was sold before they did", async () => {
      const leadId = await soldWith({ physical_injury: "Yes" });
      await sqlOn(on.url, "delete from returned_leads");
      await sqlOn(on.url, "delete from return_tallies");
      await on.store.books.outcomes.add([report(leadId)]);
      expect(await answers()).toEqual([]);
    });

    it("say of sales how many came back, by the buyer's reason or a person's, and count no credit", async () => {
      const [reported, byHand, credited, undone] = [
        await sell(),
        await sell(),
        await sell(),
        await sell({ subId: "t" }),
      ];
      const idOf = async (leadId: string) => (await on.store.books.ledger.ofLeads([leadId]))[0]!.id;
      await on.store.books.outcomes.add([report(reported)]);
      const person = { person: "ana", reason: "wrong_number: nobody there" };
      await on.store.books.ledger.giveBack(await idOf(byHand), undefined, person);
      await on.store.books.ledger.giveBack(await idOf(credited), 500, person);
      const line = await on.store.books.ledger.giveBack(await idOf(undone), undefined, person);
      await on.store.books.ledger.undo("id" in line ? line.id : "", person);
      const { sold, back } = await on.store.returns.numbers.ofSales(period);
      const source = { affiliate: "252", survey: "c", buyer: "north" };
      expect(sold.sort((one, other) => one.sold - other.sold)).toEqual([
        { ...source, subId: "t", sold: 1 },
        { ...source, subId: "s", sold: 3 },
      ]);
      expect(back.sort((one, other) => (one.reason < other.reason ? -1 : 1))).toEqual([
        { ...source, subId: "s", reason: "has_lawyer", back: 1, cents: 12_000 },
        { ...source, subId: "s", reason: "wrong_number", back: 1, cents: 12_000 },
      ]);
      expect(await on.store.returns.numbers.ofSales(periodOf("2023-11-13", "2023-11-13", zone)!)).toEqual({
        sold: [],
        back: [],
      });
    });
  });
});
