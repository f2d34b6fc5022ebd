import { describe, expect, it } from "vitest";
import { sourceIn } from "../../../services/store/sales/ledger-book.ts";
import type { Store } from "../../../services/store/store.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const everything = { lead: "https://a.example/", sold: "https://a.example/", returned: "https://a.example/" };
const postbacks = [
  { affiliate: "252", addresses: { ...everything, corrected: "https://a.example/" } },
  { affiliate: "7", addresses: { sold: "https://a.example/" } },
];

describe.each(databases)("what affiliates are told of the books on $name", ({ start }) => {
  const on = freshStore(start, { postbacks }, Date.now());

  async function stored(affid: string): Promise<string> {
    const submission = aSubmission(["north"], on.now);
    submission.lead.record = { affid, sub_id: "s-1", click_id: "clk-1", oid: "57", phone: "2135550123" };
    await on.store.submit(aVisit(), 0, [], submission);
    return submission.lead.id;
  }
  async function sell(store: Store, lead: string, buyer = "north") {
    const [message] = (await store.outbox.ofLead(lead)).messages.filter(
      ({ destination }) => destination === "north",
    );
    const { record } = (await store.leads.get(lead))!;
    await store.outbox.delivered(message!, "accepted", "yes", {
      booked: {
        ...{ messageId: message!.id, leadId: lead, buyer, buyerLeadId: null, cents: 10_000, at: on.now },
        ...{ ...sourceIn(record), survey: "c", qualified: true, returnDays: 14, payout: "40%" },
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
    await on.store.outcomes.remove(returned);
    await on.store.outcomes.add([{ id: "2", ...returned }]);
    await other.close();
    expect(await messagesTo(lead)).toEqual([
      ["postback.252.corrected", "40.00", "40.00", "clk-1"],
      ["postback.252.returned", "-40.00", "0.00", "clk-1"],
      ["postback.252.returned.2", "-40.00", "0.00", "clk-1"],
      ["postback.252.sold", "40.00", "40.00", "clk-1"],
    ]);
  });

  it("nothing that the affiliate does not want, and nothing of who opted out or was erased", async () => {
    const wanting = await stored("7");
    await sell(on.store, wanting);
    await on.store.outcomes.add([
      {
        ...{ id: "r", leadId: wanting, outcome: "returned", at: on.now, buyer: "north", buyerLeadId: null },
        ...{ amountCents: null, currency: null },
      },
    ]);
    expect(await messagesTo(wanting)).toEqual([["postback.7.sold", "40.00", "40.00", "clk-1"]]);
    const unknown = await stored("9");
    await sell(on.store, unknown);
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
