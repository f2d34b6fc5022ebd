import { describe, expect, it } from "vitest";
import { checkOnce } from "../../../services/features/alarms/job.ts";
import { watchConditions } from "../../../services/features/alarms/watch-conditions.ts";
import { silentLog } from "../../../services/observe/log.ts";
import type { Destination, SentAlarm } from "../../../services/providers/ports.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { settingsWith } from "../../support/files.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const minute = 60_000;
const hour = 60 * minute;

describe.each(databases)("what is told as soon as it is so on $name", ({ start }) => {
  const on = freshStore(start, {}, Date.UTC(2026, 10, 27, 15));
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const buyer = (name: string, dailyCap?: number): Destination => ({
    name,
    configured: true,
    firstRetryMs: 1,
    deliver: async () => ({ outcome: "accepted", detail: "" }),
    route: {
      wants: () => true,
      unwanted: () => undefined,
      closedForMs: () => 0,
      day,
      order: 0,
      getsOptedOut: false,
      capsInFile: {},
      caps: () => ({ "daily-cap": dailyCap }),
    },
  });
  const settings = { siteOrigin: "https://x.example", siteTimeZone: "UTC" };
  /** Receivers with keys that end, as of the start. */
  let declared: Settings["destinations"] = [];
  let ends = new Map<string, number>();

  /** Two processes that look at the same time, and what they send. */
  async function watching() {
    const sent: SentAlarm[] = [];
    const sinks = [{ name: "ops", send: async (alarm: SentAlarm) => void sent.push(alarm) }];
    const stores = [on.store, await on.open()];
    const jobs = stores.map((store) => {
      const given = { ...settings, destinations: declared };
      const shared = { store, sinks, settings: given, now: () => on.now, log: silentLog };
      const destinations = [buyer("north"), buyer("south", 2)];
      const checkConditions = watchConditions({ ...shared, destinations, certificateEnds: async () => ends });
      return { ...shared, falsePerMonth: 1, checkConditions };
    });
    return {
      sent,
      /** @param later time that passes before, in milliseconds */
      async look(later: number) {
        on.now += later;
        await Promise.all(jobs.map((job) => checkOnce(job)));
        return sent.splice(0).map(({ subject, text }) => `${subject}: ${text.split("\n")[0]}`);
      },
      stop: () => stores[1]!.close(),
    };
  }

  async function offered(name: string, end: "rejected" | "delivered" | "failed", affiliate = "252") {
    const submission = aSubmission([name], on.now);
    const visit = aVisit();
    await on.store.submit(visit, 0, [], submission);
    const source = {
      variant: "c",
      path: "/survey/c",
      offer: "57",
      affiliate,
      subId: "",
      version: "v",
      device: "phone",
      language: "en",
      flags: "",
      scripts: "on" as const,
      simulated: false,
    };
    await on.store.analytics.add([
      {
        visitId: visit.id,
        source,
        trace: { variant: "c", items: "", place: "AtFault" },
        day: 20_000,
        hour: null,
        result: "qualified",
        dqReason: "",
        dwells: "",
      },
    ]);
    const [message] = await on.store.outbox.claim([name], on.now);
    if (end === "rejected") await on.store.outbox.rejected(message!, "no");
    else if (end === "delivered") await on.store.outbox.delivered(message!, "accepted", "yes");
    else await on.store.outbox.retryAt(message!, on.now + minute, "503");
    return message!;
  }

  it("a buyer that accepted nothing for an hour is announced once, and so is its recovery", async () => {
    const { look, stop } = await watching();
    await offered("north", "delivered", "7");
    for (let times = 0; times < 4; times++) {
      on.now += minute;
      await offered("north", "rejected", String(times));
    }
    expect(await look(hour), "a few at once are one bad moment").toEqual([]);
    await offered("north", "rejected", "5");
    expect(await look(4 * minute), "each look reads all messages of a day").toEqual([]);
    expect(await look(minute)).toEqual([
      "north takes no leads: 5 tries with 5 messages since Nov 27, 3:01 PM, and none was taken.",
    ]);
    await offered("north", "rejected", "6");
    expect(await look(5 * minute)).toEqual([]);
    await offered("north", "delivered", "7");
    expect(await look(5 * minute)).toEqual(["Over: north takes no leads: This is over."]);
    expect(await look(5 * minute)).toEqual([]);
    await stop();
  });

  it("a message that could not be delivered for an hour is announced once", async () => {
    const { look, stop } = await watching();
    await offered("north", "failed");
    for (const later of [2 * minute, 50 * minute]) {
      on.now += later;
      const [message] = await on.store.outbox.claim(["north"], on.now);
      await on.store.outbox.retryAt(message!, on.now + minute, "503");
    }
    expect(await look(0)).toEqual([]);
    expect(await look(9 * minute)).toEqual([
      "north takes no leads: 3 tries with 1 message since Nov 27, 3:00 PM, and none was taken.",
    ]);
    await stop();
  });

  it("an affiliate whose leads nobody buys is announced, and a day's cap until the day is over", async () => {
    const { look, stop } = await watching();
    for (let times = 0; times < 6; times++) await offered("north", times === 0 ? "delivered" : "rejected");
    await offered("south", "delivered", "7");
    const of = [{ party: "receiver" as const, name: "south", caps: { "daily-cap": 2 } }];
    for (const messageId of ["a", "b"])
      await on.store.dailyPlaces.take({ day: day(on.now), messageId, cents: 0, of });
    expect((await look(minute)).sort()).toEqual([
      "Nobody buys the leads of affiliate 252: 5 of the 6 that were offered in 24 hours were declined.",
      "south has had its leads of the day: 2 of 2 today; those that come now go to the next buyer, or to nobody.",
    ]);
    await on.store.dailyPlaces.free("b");
    expect(await look(5 * minute), "a place that was given back is no new day").toEqual([]);
    expect((await look(25 * hour)).sort(), "nobody offers any more").toEqual([
      "Over: Nobody buys the leads of affiliate 252: This is over.",
      "Over: south has had its leads of the day: This is over.",
    ]);
    await stop();
  });

  it("a certificate that is about to expire is announced, and again when its successor is", async () => {
    const { look, stop } = await watching();
    ends = new Map([["www.example.com", on.now + 10 * 24 * hour]]);
    expect(await look(0)).toEqual([
      "The certificate of www.example.com is about to end: It ends on Dec 7, 3:00 PM.",
    ]);
    expect(await look(12 * hour)).toEqual([]);
    ends = new Map();
    expect(await look(12 * hour), "no answer says nothing").toEqual([]);
    ends = new Map([["www.example.com", on.now + 90 * 24 * hour]]);
    expect(await look(12 * hour)).toHaveLength(1);
    expect(await look(80 * 24 * hour)).toHaveLength(1);
    await stop();
  });

  it("a receiver's key that is about to expire is announced until the file says another day or none", async () => {
    const withEnd = (day: string) =>
      settingsWith(
        `destinations:\n  north: { kind: json, url: "https://north.example", credentials-end: ${day} }\n`,
      ).destinations;
    ends = new Map();
    declared = withEnd("2026-12-20");
    const first = await watching();
    expect(await first.look(0), "three weeks are no hurry").toEqual([]);
    expect(await first.look(9 * 24 * hour)).toEqual([
      "The key of north is about to end: It ends on Dec 20, 2026.",
    ]);
    expect(await first.look(24 * hour)).toEqual([]);
    await first.stop();
    declared = withEnd("2027-12-20");
    const second = await watching();
    expect(await second.look(hour)).toEqual(["Over: The key of north is about to end: This is over."]);
    expect(await second.look(370 * 24 * hour)).toHaveLength(1);
    await second.stop();
    declared = [];
    const third = await watching();
    expect(await third.look(hour)).toEqual(["Over: The key of north is about to end: This is over."]);
    await third.stop();
  });
});
