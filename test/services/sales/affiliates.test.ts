import { describe, expect, it } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { reportOnce } from "../../../services/sales/affiliate-reports.ts";
import { sourceIn } from "../../../services/store/sales/ledger-book.ts";
import type { Store } from "../../../services/store/store.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { settingsWith } from "../../support/files.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const hourMs = 3_600_000;

describe.each(databases)("letters to affiliates on $name", ({ start }) => {
  const on = freshStore(start);
  const settings = {
    ...settingsWith("destinations: {}\n"),
    siteTimeZone: "America/New_York",
    affiliateReports: ["252", "7"].map((affiliate) => ({ affiliate, to: ["a@partner.example"] })),
  };
  const letters = async () => {
    const found = await on.store.notices.unsent();
    return found.map(({ id }) => id).sort();
  };

  it("are queued by one of two processes, in the morning, for each day once", async () => {
    const other = await on.open();
    const report = () =>
      Promise.all(
        [on.store, other].map((store) => reportOnce({ store, settings, now: () => on.now, log: silentLog })),
      );
    // Half past six in New York, on the day after summer time ended.
    on.now = Date.UTC(2026, 10, 2, 11, 30);
    await report();
    expect(await letters()).toEqual([]);
    on.now += hourMs;
    await report();
    await report();
    expect(await letters()).toEqual(["report.252.2026-11-01", "report.7.2026-11-01"]);
    on.now += 3 * 24 * hourMs - 2 * hourMs;
    await report();
    expect((await letters()).filter((id) => id.startsWith("report.252"))).toEqual(
      ["01", "02", "03"].map((day) => `report.252.2026-11-${day}`),
    );
    on.now += 30 * 24 * hourMs + 2 * hourMs;
    await report();
    expect((await letters()).filter((id) => id.startsWith("report.252.2026-12"))).toEqual([
      "report.252.2026-12-04",
    ]);
    await other.close();
  });

  it("count visits, leads and days of one affiliate, and no simulated visit", async () => {
    const source = {
      ...{ variant: "c", path: "/survey/c", offer: "57", affiliate: "252", subId: "", version: "v" },
      ...{ device: "phone", language: "en", flags: "", scripts: "on" as const, simulated: false },
    };
    const session = {
      ...{ visitId: null, source, trace: { variant: "c", items: "", place: "AtFault" } },
      ...{ day: 20_000, hour: null, result: "qualified", dqReason: "", dwells: "" },
    };
    await on.store.analytics.add([
      session,
      { ...session, result: "disqualified" },
      { ...session, day: 20_001, result: "open" },
      { ...session, source: { ...source, affiliate: "7" } },
      { ...session, source: { ...source, simulated: true } },
    ]);
    await on.store.firstViews.add([{ source, hour: 480_000, day: 20_000, views: 5 }]);
    const counts = await on.store.analytics.ofAffiliate("252", 20_000, 20_000);
    const sum = (of: "views" | "sessions" | "leads") => counts.reduce((all, each) => all + each[of], 0);
    expect([sum("views"), sum("sessions"), sum("leads")]).toEqual([5, 2, 2]);
    // One lead that two buyers bought and both returned, half past eleven in the evening there.
    for (const [kind, buyer] of ["sale", "return"].flatMap((each) => [
      [each, "north"],
      [each, "south"],
    ]))
      await sqlOn(
        on.url,
        `insert into sales_ledger (id, once, kind, part, at, lead_id, buyer, cents, affiliate, sub_id, offer, survey, state, person, reason, payout)
          values ('${kind} ${buyer}', '${kind} ${buyer}', '${kind}', 'back', ${Date.parse("2024-10-05T03:30Z")}, 'a', '${buyer}', 1, '252', '', '', '', '', '', '', '')`,
      );
    on.now = Date.parse("2024-10-05T12:00Z");
    await reportOnce({ store: on.store, settings, now: () => on.now, log: silentLog });
    const bodies = "select body from alarm_notices where id = 'report.252.2024-10-04'";
    const [letter] = await sqlOn<{ body: string }>(on.url, bodies);
    for (const line of ["Visits +5 +5", "Leads +2 +2", "Sold +1 +1", "Returned +1 +1"])
      expect(JSON.parse(letter!.body).text).toMatch(RegExp(line));
  });
});

const everything = { lead: "https://a.example/", sold: "https://a.example/", returned: "https://a.example/" };
const postbacks = [
  { affiliate: "252", addresses: { ...everything, corrected: "https://a.example/" } },
  { affiliate: "7", addresses: { sold: "https://a.example/" } },
];

describe.each(databases)("what affiliates are told of the books on $name", ({ start }) => {
  const on = freshStore(start, { postbacks, dataKeys: ["d".repeat(32)] }, Date.now());

  async function stored(affid: string): Promise<string> {
    const submission = aSubmission(["north"], on.now);
    submission.lead.record = { affid, sub_id: "s-1", click_id: "clk-1", oid: "57", phone: "2135550123" };
    await on.store.submit(aVisit(), 0, [], submission);
    return submission.lead.id;
  }
  async function sell(store: Store, lead: string, affid = "252") {
    const [message] = (await store.outbox.ofLead(lead)).messages.filter(
      ({ destination }) => destination === "north",
    );
    await store.outbox.delivered(message!, "accepted", "yes", {
      booked: {
        ...{
          messageId: message!.id,
          leadId: lead,
          buyer: "north",
          buyerLeadId: null,
          cents: 10_000,
          at: on.now,
        },
        ...{ ...sourceIn({ affid }), survey: "c", qualified: true, returnDays: 14, payout: "40%" },
      },
    });
  }
  const messagesTo = async (lead: string) =>
    (await on.store.outbox.ofLead(lead)).messages
      .filter(({ destination }) => destination.startsWith("postback."))
      .map(({ destination, payload }) => {
        const { values } = JSON.parse(payload);
        return [destination, values.payout, values.total, values.click_id];
      })
      .sort(([one], [other]) => (one < other ? -1 : 1));

  it("one message for each step, by any process, however often and at once", async () => {
    const lead = await stored("252");
    const other = await on.open();
    await Promise.all([sell(on.store, lead), sell(other, lead), sell(on.store, lead)]);
    const returned = {
      ...{ leadId: lead, outcome: "returned" as const, at: on.now, buyer: "North", buyerLeadId: null },
      ...{ amountCents: null, currency: null },
    };
    await Promise.all([
      on.store.outcomes.add([{ id: "1", ...returned }]),
      other.outcomes.add([{ id: "1", ...returned }]),
    ]);
    await on.store.outcomes.remove({ ...returned, day: Math.floor(on.now / 86_400_000) });
    await on.store.outcomes.add([{ id: "2", ...returned }]);
    await other.close();
    expect(await messagesTo(lead)).toEqual([
      ["postback.252.corrected", "40.00", "40.00", "clk-1"],
      ["postback.252.returned", "-40.00", "0.00", "clk-1"],
      ["postback.252.returned.2", "-40.00", "0.00", "clk-1"],
      ["postback.252.sold", "40.00", "40.00", "clk-1"],
    ]);
  });

  it("what cannot be queued undoes no sale and no return, and is told once it can", async () => {
    const [broken, whole] = [await stored("252"), await stored("252")];
    const [{ record }] = (await sqlOn<{ record: string }>(
      on.url,
      `select record from leads where id = '${broken}'`,
    )) as [{ record: string }];
    await sqlOn(on.url, `update leads set record = '{' where id = '${broken}'`);
    const returned = (leadId: string) => ({
      ...{ id: leadId, leadId, outcome: "returned" as const, at: on.now, buyer: "north", buyerLeadId: null },
      ...{ amountCents: null, currency: null },
    });
    for (const lead of [broken, whole]) {
      await sell(on.store, lead);
      expect(await on.store.outcomes.add([returned(lead)])).toMatchObject([{ isNew: true }]);
    }
    const lines = (await on.store.ledger.ofLeads([broken])).map(({ kind, cents }) => [kind, cents]);
    expect(lines).toEqual([
      ["sale", 10_000],
      ["payout", 4_000],
      ["return", -10_000],
      ["payout", -4_000],
    ]);
    expect([(await messagesTo(broken)).length, (await messagesTo(whole)).length]).toEqual([0, 2]);
    expect((await on.store.ledger.behind()).postbacks.count).toBe(2);
    await sqlOn(on.url, `update leads set record = '${record}' where id = '${broken}'`);
    const other = await on.open();
    await Promise.all([on.store.ledger.catchUp(), other.ledger.catchUp()]);
    await other.close();
    expect(await messagesTo(broken)).toEqual([
      ["postback.252.returned", "-40.00", "0.00", "clk-1"],
      ["postback.252.sold", "40.00", "40.00", "clk-1"],
    ]);
  });

  it("nothing that the affiliate does not want, and nothing of who opted out or was erased", async () => {
    const wanting = await stored("7");
    await sell(on.store, wanting, "7");
    await on.store.outcomes.add([
      {
        ...{ id: "r", leadId: wanting, outcome: "returned", at: on.now, buyer: "north", buyerLeadId: null },
        ...{ amountCents: null, currency: null },
      },
    ]);
    expect(await messagesTo(wanting)).toEqual([["postback.7.sold", "40.00", "40.00", "clk-1"]]);
    const unknown = await stored("9");
    await sell(on.store, unknown, "9");
    expect(await messagesTo(unknown)).toEqual([]);
    const submission = aSubmission(["north"], on.now);
    submission.lead.record = { affid: "252" };
    submission.consent!.body.optOut = "header";
    await on.store.submit(aVisit(), 0, [], submission);
    await sell(on.store, submission.lead.id);
    expect(await messagesTo(submission.lead.id)).toEqual([]);
    expect((await on.store.ledger.ofLeads([submission.lead.id])).length).toBe(2);
  });
});
