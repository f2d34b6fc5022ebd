import { describe, expect, it, test } from "vitest";
import { findLeads, wholeIn } from "../../../services/console/find-leads.ts";
import type { InboxFilter } from "../../../services/store/leads/inbox.ts";
import { soughtIn } from "../../../services/store/leads/lead-keys.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const zoe = {
  first_name: "Zoë",
  last_name: "O’Connor-Núñez",
  email: "Zoe.Q@Gmail.com",
  phone: "(213) 555-0142",
};

describe.each(databases)("a lead is found on $name", ({ start }) => {
  const on = freshStore(start);
  const stored = async (record: Record<string, unknown>, destinations: string[] = []) => {
    const [visit, submission] = [aVisit(), aSubmission(destinations)];
    submission.lead.record = record;
    await on.store.submit(visit, 0, [{ kind: "answer", body: {}, at: 1 }], submission);
    return { id: submission.lead.id, visit };
  };
  const found = async (filter: InboxFilter) => (await on.store.inbox.page(filter, 50)).map(({ id }) => id);
  const by = (typed: string) => found({ key: on.store.inbox.keyOf(soughtIn(typed)!) });

  it("by its whole name, a part of it, its address and its number, in any notation", async () => {
    const { id } = await stored(zoe);
    await stored({
      ...zoe,
      first_name: "Ann",
      last_name: "Quinn",
      email: "ann@example.com",
      phone: "2135550143",
    });
    expect(await on.store.inbox.catchUp(100)).toBe(2);
    expect(await on.store.inbox.catchUp(100)).toBe(0);
    for (const typed of [
      "zoe oconnor nunez",
      "O'Connor-Nuñez",
      "NUÑEZ",
      "zoeq+ad@googlemail.com",
      "+1 213 555 0142",
      "2135550142",
    ])
      expect(await by(typed), typed).toEqual([id]);
    for (const typed of ["zo", "connor zoe", "zoe@example.com", "2135550199"])
      expect(await by(typed), typed).toEqual([]);
  });

  it("no more once it is erased, and nobody can read its keys", holds("T133"), async () => {
    await stored(zoe);
    await on.store.inbox.catchUp(100);
    const rows = await sqlOn<{ hash: string }>(on.url, "select hash from lead_keys");
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toMatch(/zo[eë]|nunez|555|gmail/i);
    await on.store.people.erase({ email: zoe.email });
    expect(await sqlOn(on.url, "select * from lead_keys")).toEqual([]);
    expect(await on.store.inbox.catchUp(100)).toBe(0);
  });

  it("where nothing is indexed it is indexed at once, and old ones are left to the upkeep", async () => {
    await stored({});
    const hour = 3_600_000;
    // Its id dates it to 2023.
    expect(await on.store.inbox.catchUp(100, Date.now() - hour)).toBe(0);
    expect(await on.store.inbox.catchUp(100, 1_700_000_000_000 - hour)).toBe(1);
    expect(await on.store.inbox.catchUp(100)).toBe(0);
  });

  it("by who took it, its price, what became of its messages, and its source", async () => {
    const sold = await stored(zoe, ["north", "crm"]);
    const other = await stored({ ...zoe, phone: "2135550199" }, ["south"]);
    await sqlOn(on.url, `update outbox set status = 'delivered' where id = '${sold.id}.north'`);
    await sqlOn(on.url, `update outbox set status = 'parked' where id = '${other.id}.south'`);
    await sqlOn(
      on.url,
      `insert into sales_ledger (id, once, kind, part, at, lead_id, buyer, cents, affiliate, sub_id, offer, survey, state, person, reason, payout)
       values ('e1', 'x', 'sale', 'price', 1, '${sold.id}', 'north', 4500, '7', '', '', 'c', 'CA', '', '', '')`,
    );
    const source = {
      variant: "c",
      path: "/survey/c",
      offer: "57",
      affiliate: "252",
      subId: "ad-1",
      version: "1",
      device: "phone",
      language: "en",
      flags: "",
      scripts: "on" as const,
      simulated: false,
    };
    await on.store.analytics.add([
      {
        visitId: other.visit.id,
        source,
        trace: { variant: "c", items: "", place: "thankYou" },
        day: 20_000,
        hour: 480_000,
        result: "qualified",
        dqReason: "",
        dwells: "",
      },
    ]);
    expect(await found({ buyer: "north" })).toEqual([sold.id]);
    expect(await found({ buyer: "crm" })).toEqual([]);
    expect(await found({ leastCents: 4_500 })).toEqual([sold.id]);
    expect(await found({ leastCents: 4_501 })).toEqual([]);
    expect(await found({ delivery: ["parked"] })).toEqual([other.id]);
    expect(await found({ affiliate: "252" })).toEqual([other.id]);
    expect(await found({ affiliate: "252", subId: "ad-1", delivery: ["parked"] })).toEqual([other.id]);
    expect(await found({ affiliate: "252", subId: "ad-2" })).toEqual([]);
  });

  it("by name and address only for roles that see leads unmasked", holds("T133"), async () => {
    const { id } = await stored(zoe);
    await on.store.inbox.catchUp(100);
    const seen = async (typed: string, isMasked: boolean) => {
      const key = on.store.inbox.keyOf(soughtIn(typed)!);
      const { leads } = await findLeads(on.store.inbox, { key, isMasked }, 50);
      return leads.map((lead) => lead.id);
    };
    expect([await seen(zoe.last_name, false), await seen(zoe.phone, true)]).toEqual([[id], [id]]);
    expect([await seen(zoe.last_name, true), await seen(zoe.email, true)]).toEqual([[], []]);
  });
});

test.each([
  ["2135550142", "phone"],
  ["+1 (213) 555-0142", "phone"],
  ["ana@example.com", "email"],
  ["Ana", "name"],
  ["Ana de la Cruz", "name"],
  ["5550142", undefined],
  ["01a21735-5bfe", undefined],
  ["01a21735", undefined],
  ["x", undefined],
  ["  ", undefined],
])("the search text “%s” is sought as %s", (typed, kind) => {
  expect(wholeIn(typed, false)?.kind).toBe(kind);
  expect(wholeIn(typed, true)?.kind).toBe(kind === "phone" ? "phone" : undefined);
});
