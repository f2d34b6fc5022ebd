import { describe, expect, test } from "vitest";
import { storyOf } from "../../../services/operations/story.ts";
import type { KeptOutcome } from "../../../services/store/rows.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe.each(databases)("outcomes on $name", ({ start }) => {
  const on = freshStore(start);
  const sold = (id: string, more: Partial<KeptOutcome> = {}): KeptOutcome => ({
    id,
    leadId: "a",
    outcome: "sold",
    at: on.now,
    buyer: "Smith",
    buyerLeadId: "S-7",
    amountCents: 4500,
    currency: "USD",
    ...more,
  });

  test("are kept once each, in the order of their times", async () => {
    const [late, early] = [sold("1"), sold("2", { at: on.now - 1, buyer: "Jones" })];
    expect(await on.store.outcomes.add([late, early, sold("3", { leadId: "b" })])).toBe(3);
    expect(await on.store.outcomes.add([sold("1", { amountCents: 1 }), sold("4", { leadId: "c" })])).toBe(1);
    expect(await on.store.outcomes.ofLead("a")).toEqual([early, late]);
  });

  test("are one of a kind per lead, buyer and day, and what contradicts is refused or takes the place", async () => {
    const { outcomes } = on.store;
    await outcomes.add([sold("1", { buyerLeadId: null })]);
    expect(await outcomes.add([sold("2", { buyer: "smith" }), sold("3", { at: on.now + 1 })])).toBe(0);
    const other = sold("4", { amountCents: 5000 });
    await expect(outcomes.add([sold("5", { leadId: "b" }), other])).rejects.toMatchObject({
      all: [{ said: other, kept: { id: "1" } }],
    });
    expect(await outcomes.ofLead("b")).toEqual([]);
    expect(await outcomes.add([other], { replace: true })).toBe(1);
    expect(await outcomes.ofLead("a")).toEqual([other]);
    const both = await Promise.allSettled([
      outcomes.add([sold("6", { leadId: "c" })]),
      outcomes.add([sold("7", { leadId: "c" })]),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(await outcomes.remove({ ...other, buyer: "SMITH" })).toBe(1);
    expect(await outcomes.ofLead("a")).toEqual([]);
  });

  test("are added all or none", async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => sold(`${index}`, { buyer: `Smith ${index}` }));
    const broken = { ...sold("broken"), currency: "EUR", outcome: null } as unknown as KeptOutcome;
    await expect(on.store.outcomes.add([...many, broken])).rejects.toThrow(/null/i);
    expect(await on.store.outcomes.ofLead("a")).toEqual([]);
    expect(await on.store.outcomes.add(many)).toBe(1_500);
  });

  test("say how long each lead waited for its first call", async () => {
    const made = async () => (await on.store.submit(aVisit(), 0, [], aSubmission([]))).lead!;
    const [one, other] = [await made(), await made()];
    const called = (id: string, leadId: string, after: number) =>
      sold(id, { leadId, outcome: "called", at: one.createdAt + after, buyer: `Smith ${id}` });
    await on.store.outcomes.add([
      called("1", one.id, 9_000),
      called("2", one.id, 5_000),
      called("3", other.id, -1_000),
      sold("4", { leadId: other.id, at: one.createdAt + 1_000 }),
    ]);
    const waits = (from: number) => on.store.outcomes.waitsForCall(from, one.createdAt + 1);
    expect(await waits(one.createdAt)).toEqual([5_000]);
    expect(await waits(one.createdAt + 1)).toEqual([]);
  });

  test("are in the lead's story", async () => {
    const { lead } = await on.store.submit(aVisit(), 0, [], aSubmission([]));
    const about = { leadId: lead!.id };
    await on.store.outcomes.add([
      sold("1", about),
      sold("2", { ...about, outcome: "returned", amountCents: null, currency: null, buyerLeadId: null }),
    ]);
    const story = await storyOf(on.store, lead!);
    expect(story).toContain("Smith reports: sold, $45.00, its id S-7\n");
    expect(story).toContain("Smith reports: returned\n");
  });
});
