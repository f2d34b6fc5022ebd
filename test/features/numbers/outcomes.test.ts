import { describe, expect, it } from "vitest";
import { outcomeTally } from "../../../services/features/numbers/tables/outcome-tally.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import type { KeptOutcome } from "../../../services/store/rows.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const source = {
  variant: "c",
  path: "/survey/c",
  offer: "57",
  affiliate: "7",
  subId: "1",
  version: "v1",
  device: "phone",
  language: "en",
  flags: "",
  scripts: "on" as const,
  simulated: false,
};
const session = {
  trace: { variant: "c", items: "", place: "end" },
  result: "qualified",
  hour: null,
  dqReason: "",
  dwells: "",
};

describe.each(databases)("what buyers reported by source, on $name", ({ start }) => {
  const on = freshStore(start);
  let number = 0;

  /** A lead that came from an affiliate on a day. @param isCounted whether analysts know its visit already */
  async function leadFrom(affiliate: string, day = 20_000, isCounted = true) {
    number += 1;
    const id = `visit-${number}`;
    const { lead } = await on.store.submit(aVisit({ id, sessionId: id }), 0, [], aSubmission(["smith"]));
    const count = () =>
      on.store.analytics.add([{ ...session, visitId: id, day, source: { ...source, affiliate } }]);
    if (isCounted) await count();
    return { leadId: lead!.id, visitId: id, count };
  }
  const say = (
    leadId: string,
    outcome: KeptOutcome["outcome"],
    amountCents: number | null = null,
    currency = "USD",
  ) => {
    number += 1;
    const about = { buyer: "Smith", buyerLeadId: null, at: on.now + number * 86_400_000 };
    return on.store.books.outcomes.add([
      {
        id: `o${number}`,
        leadId,
        outcome,
        amountCents,
        currency: amountCents === null ? null : currency,
        ...about,
      },
    ]);
  };
  async function tally(variant = "c") {
    const connection = await openConnection(on.url, silentLog);
    const rows = await outcomeTally(connection, variant);
    await connection.close();
    return rows
      .map(({ affiliate, day, reported, taken, returned, retained, paid, credited, foreignAmounts }) => ({
        affiliate,
        day,
        reported,
        taken,
        returned,
        retained,
        paid,
        credited,
        foreignAmounts,
      }))
      .sort((one, other) => one.day - other.day || (one.affiliate < other.affiliate ? -1 : 1));
  }
  const none = { taken: 0, returned: 0, retained: 0, paid: 0, credited: 0, foreignAmounts: 0 };

  it("counts a lead once, however often it is reported, and adds up what was paid", async () => {
    const [first, second, other] = [await leadFrom("7"), await leadFrom("7"), await leadFrom("8", 20_001)];
    await say(first.leadId, "accepted");
    await say(first.leadId, "sold", 9_000);
    await say(first.leadId, "paid", 4_000);
    await say(first.leadId, "paid", 500);
    await say(second.leadId, "paid", 1_000);
    await say(second.leadId, "returned", 300);
    await say(other.leadId, "returned");
    await say(other.leadId, "paid", 7_000, "EUR");
    await say((await leadFrom("8", 20_002)).leadId, "called");
    await say("nobody", "paid", 1);
    expect(await tally()).toEqual([
      {
        ...none,
        affiliate: "7",
        day: 20_000,
        reported: 2,
        taken: 2,
        returned: 1,
        paid: 5_500,
        credited: 300,
      },
      { ...none, affiliate: "8", day: 20_001, reported: 1, taken: 1, returned: 1, foreignAmounts: 1 },
      { ...none, affiliate: "8", day: 20_002, reported: 1 },
    ]);
    expect(await tally("v7")).toEqual([]);
  });

  it("knows the source after the visit is erased, and before it is counted", async () => {
    const lead = await leadFrom("7");
    await say(lead.leadId, "retained");
    const late = await leadFrom("9", 20_002, false);
    await say(late.leadId, "accepted");
    await late.count();
    const both = [
      { ...none, affiliate: "7", day: 20_000, reported: 1, taken: 1, retained: 1 },
      { ...none, affiliate: "9", day: 20_002, reported: 1, taken: 1 },
    ];
    expect(await tally()).toEqual(both);
    await say(late.leadId, "sold");
    on.now += 1_000;
    await on.store.retention.sweep({ leads: 0, visits: 0, undelivered: 0 });
    expect((await on.store.visits.load(lead.visitId))?.id).toBeUndefined();
    expect(await tally()).toEqual(both);
  });
});
