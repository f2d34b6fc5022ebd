import { describe, expect, it } from "vitest";
import { readerFor } from "../../../services/features/postbacks/messages.ts";
import { lookAtSales } from "../../../services/operations/doctor/outbox.ts";
import { sourceIn } from "../../../services/store/sales/ledger-book.ts";
import type { Store } from "../../../services/store/store.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const everything = { sold: "https://a.example/", returned: "https://a.example/" };
const readers = [
  {
    name: "postbacks",
    ...readerFor([
      { affiliate: "252", addresses: { ...everything, corrected: "https://a.example/" } },
      { affiliate: "7", addresses: { sold: "https://a.example/" } },
      { affiliate: "8", addresses: { lead: "https://a.example/" } },
    ]),
  },
];

describe.each(databases)("what affiliates are told of the books on $name", ({ start }) => {
  const on = freshStore(start, { readers, dataKeys: ["d".repeat(32)] }, Date.now());

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
        messageId: message!.id,
        leadId: lead,
        buyer: "north",
        buyerLeadId: null,
        cents: 10_000,
        at: on.now,
        ...sourceIn({ affid }),
        survey: "c",
        qualified: true,
        returnDays: 14,
        payout: "40%",
      },
    });
  }
  /** A buyer's report, as a program without books stores it. */
  const reported = (id: string, lead: string, outcome: "returned" | "called") =>
    sqlOn(
      on.url,
      `insert into outcomes (id, lead_id, outcome, at, buyer) values ('${id}', '${lead}', '${outcome}', ${on.now}, 'North')`,
    );
  const messagesTo = async (lead: string) =>
    (await on.store.outbox.ofLead(lead)).messages
      .filter(({ destination }) => destination.startsWith("postback."))
      .map(({ destination, payload }) => {
        const { values } = JSON.parse(payload);
        return [destination, values.payout, values.total, values.click_id];
      })
      .sort(([one], [other]) => (one < other ? -1 : 1));

  it("each step is sent once, by any process, however often and at once", async () => {
    const lead = await stored("252");
    const other = await on.open();
    await Promise.all([sell(on.store, lead), sell(other, lead), sell(on.store, lead)]);
    await reported("1", lead, "returned");
    await Promise.all([on.store.bookkeeping.catchUp(), other.bookkeeping.catchUp()]);
    await sqlOn(on.url, "delete from outcomes");
    await reported("2", lead, "called");
    await on.store.bookkeeping.catchUp();
    await reported("3", lead, "returned");
    await on.store.bookkeeping.catchUp();
    await other.close();
    expect(await messagesTo(lead)).toEqual([
      ["postback.252.corrected", "40.00", "40.00", "clk-1"],
      ["postback.252.returned", "-40.00", "0.00", "clk-1"],
      ["postback.252.returned.2", "-40.00", "0.00", "clk-1"],
      ["postback.252.sold", "40.00", "40.00", "clk-1"],
    ]);
  });

  it("a message that cannot be queued undoes no sale and no return, and is sent later", async () => {
    const [broken, whole] = [await stored("252"), await stored("252")];
    const [{ record }] = (await sqlOn<{ record: string }>(
      on.url,
      `select record from leads where id = '${broken}'`,
    )) as [{ record: string }];
    await sqlOn(on.url, `update leads set record = '{' where id = '${broken}'`);
    for (const lead of [broken, whole]) {
      await sell(on.store, lead);
      await reported(lead, lead, "returned");
      await on.store.bookkeeping.catchUp();
    }
    const lines = (await on.store.bookkeeping.ofLeads([broken])).map(({ kind, cents }) => [kind, cents]);
    expect(lines).toEqual([
      ["sale", 10_000],
      ["payout", 4_000],
      ["return", -10_000],
      ["payout", -4_000],
    ]);
    expect([(await messagesTo(broken)).length, (await messagesTo(whole)).length]).toEqual([0, 2]);
    const behind = await on.store.bookkeeping.behind();
    expect(behind.postbacks?.count).toBe(2);
    expect(lookAtSales(behind, [], on.now + 60_001)[0]?.text).toMatch(
      /^Not queued yet: 2 messages to affiliates, the oldest for 1 minute\. .* logs postbacks\.failed,/,
    );
    await sqlOn(on.url, `update leads set record = '${record}' where id = '${broken}'`);
    const other = await on.open();
    await Promise.all([on.store.bookkeeping.catchUp(), other.bookkeeping.catchUp()]);
    await other.close();
    expect(await messagesTo(broken)).toEqual([
      ["postback.252.returned", "-40.00", "0.00", "clk-1"],
      ["postback.252.sold", "40.00", "40.00", "clk-1"],
    ]);
  });

  it("a lead that came is sent once, also when the previous release noted it", async () => {
    const lead = await stored("8");
    const older = (id: string, leadId: string) =>
      sqlOn(
        on.url,
        `insert into affiliate_news (id, lead_id, affiliate, event, payout, total, at)
          values ('${id}', '${leadId}', '252', 'sold', 4000, 4000, ${on.now})`,
      );
    const other = await on.open();
    const before = await stored("252");
    await older("a", before);
    expect((await other.bookkeeping.behind()).postbacks?.count).toBeGreaterThan(0);
    await Promise.all([on.store.bookkeeping.catchUp(), other.bookkeeping.catchUp()]);
    await other.close();
    expect(await messagesTo(lead)).toEqual([["postback.8.lead", "0.00", "0.00", "clk-1"]]);
    expect(await messagesTo(before)).toEqual([["postback.252.sold", "40.00", "40.00", "clk-1"]]);
    expect((await on.store.bookkeeping.behind()).postbacks).toEqual({ count: 0, since: undefined });
  });

  it("messages that the affiliate does not want, and those about opted-out or erased people, are not sent", async () => {
    const wanting = await stored("7");
    await sell(on.store, wanting, "7");
    await reported("r", wanting, "returned");
    await on.store.bookkeeping.catchUp();
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
    expect((await on.store.bookkeeping.ofLeads([submission.lead.id])).length).toBe(2);
  });
});
