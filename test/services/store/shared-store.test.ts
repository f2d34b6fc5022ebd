import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { openStore } from "../../../services/store/store.ts";
import type { Store } from "../../../services/store/types.ts";
import type { Subject } from "../../../services/store/velocity.ts";
import { aVisit } from "../../support/submissions.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-groups-"));
const dayMs = 24 * 60 * 60 * 1000;
let now = Date.UTC(2026, 10, 23);
let one: Store;
let other: Store;

/** Without a key of hashes, which the shared store then makes for all. */
const open = (group: string) =>
  openStore({
    url: `file:${join(folder, group)}`,
    sharedUrl: `file:${join(folder, "one")}`,
    now: () => now,
    log: silentLog,
    codeKeys: ["the same in all groups"],
  });

beforeAll(async () => {
  one = await open("one");
  other = await open("other");
});
afterAll(async () => {
  await one?.close();
  await other?.close();
});

const reach = { email: "ana@example.com" };

it("groups have one suppression list", async () => {
  await other.suppressions.add(reach, "do-not-sell", "asked");
  expect(await one.suppressions.has(reach)).toBe(true);
  expect((await one.people.find(reach)).suppressions).toHaveLength(1);
});

it("a receiver's places of a day are one number", async () => {
  const take = (store: Store, messageId: string) =>
    store.dailyPlaces.take({ destination: "a", day: "2026-11-23", messageId, cap: 1 });
  expect([await take(one, "m1"), await take(other, "m2")]).toEqual([true, false]);
  await one.dailyPlaces.free("m1");
  expect(await take(other, "m2")).toBe(true);
});

it("a person's second lead at a receiver is a repeat, until the first is forgotten", async () => {
  const subjects: Subject[] = [{ kind: "phone", of: "+12135550123", most: 1, bearable: 1 }];
  const take = (store: Store, lead: string) =>
    store.velocity.take(
      { messageId: `${lead}.a`, leadId: lead, destination: "a", at: now },
      subjects,
      dayMs,
      false,
    );
  expect(await take(one, "l1")).toBeUndefined();
  expect(await take(other, "l2")).toMatchObject({ kind: "phone", nth: 2 });
  expect(await other.velocity.ofLead("l1")).toHaveLength(1);
  now += 31 * dayMs;
  await other.retention.sweep({ codes: dayMs });
  expect(await one.velocity.ofLead("l1")).toEqual([]);
});

it("each group's visits are its own", async () => {
  const visit = aVisit();
  await other.visits.append(visit, 0, [{ kind: "entry", body: {}, at: now }]);
  expect(await one.visits.load(visit.id)).toBeUndefined();
  expect(await other.velocity.browserOf(visit.id)).toBe(visit.sessionId);
});
