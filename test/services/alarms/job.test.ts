import { beforeEach, expect, it } from "vitest";
import { checkOnce } from "../../../services/alarms/job.ts";
import type { HourCounts } from "../../../services/alarms/series.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { silentLog } from "../../../services/observe/log.ts";
import type { SentAlarm } from "../../../services/providers/ports.ts";
import { sqlitePath } from "../../../services/store/engine/sqlite-file.ts";
import type { AnalyticsSession, AnalyticsSource } from "../../../services/store/rows.ts";
import type { Store } from "../../../services/store/store.ts";
import { plantHours, usualHour } from "../../support/alarm-hours.ts";
import { freshStore, sqlite } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { aVisit } from "../../support/submissions.ts";

const hourMs = 3_600_000;
const last = 490_000;

const on = freshStore(sqlite.start, { now: () => now });
let file: string;
let store: Store;
let now = 0;
let sent: SentAlarm[];
let isBroken: boolean;

beforeEach(() => {
  [file, store] = [sqlitePath(on.url), on.store];
  now = (last + 1) * hourMs + 33 * 60_000;
  [sent, isBroken] = [[], false];
});

const optionsFor = (sinks = ["ops"], whileSending = async () => {}) => ({
  store,
  sinks: sinks.map((name) => ({
    name,
    async send(alarm: SentAlarm) {
      if (isBroken) throw new Error("away");
      sent.push(alarm);
      await whileSending();
    },
  })),
  settings: {
    alarmFalsePerMonth: 1,
    siteOrigin: "https://www.example.com",
    siteTimeZone: "America/New_York",
  },
  now: () => now,
  log: silentLog,
});
const check = (sinks?: string[], whileSending?: () => Promise<void>) =>
  checkOnce(optionsFor(sinks, whileSending));
const hour = (hits: HourCounts) => ({ ...usualHour(last), ...hits });

it("an ordinary hour raises no alarm, and an hour is judged once", async () => {
  plantHours(file, last);
  await check();
  await check();
  expect([sent, await store.alarms.open()]).toEqual([[], []]);
  expect(await store.alarms.newestHour()).toEqual({ hour: last, isDecided: true });
});

it("alarms that begin in the same hour share one message, the likely cause first", async () => {
  plantHours(file, last, hour({ "site:": [3, 200], "survey:c": [3, 200], "service:emailCheck": [40, 80] }));
  await check();
  expect(sent.map(({ subject }) => subject)).toEqual(["More calls fail: the service emailCheck and 4 more"]);
  const lines = sent[0]!.text.split("\n");
  expect(lines).toHaveLength(6);
  expect(lines[1]).toMatch(/^Fewer leads from the whole site: 3 in an hour, usually 7\d \(\d\d to \d\d\)\.$/);
});

it("a message that could not be sent is sent later, with the same id", async () => {
  plantHours(file, last, hour({ "source:c/7": [0, 0] }));
  isBroken = true;
  await check();
  const notice = await store.alarms.claimNotice({
    since: 0,
    freeAt: now + 3 * 60_000,
    lockedUntil: now + 3 * 60_000,
  });
  isBroken = false;
  await check();
  expect(sent).toEqual([]);
  now += 4 * 60_000;
  await check();
  await check();
  expect(sent.map(({ id }) => id)).toEqual([notice!.id]);
});

it("a message is claimed only when its turn comes, so slow destinations before it cause no second sending", async () => {
  plantHours(file, last, hour({ "source:c/7": [0, 0] }));
  const names = ["slow", "slower", "ops"];
  await check(names, async () => {
    now += 90_000;
    await check(names);
  });
  expect(sent).toHaveLength(names.length);
});

it("a series whose alarm comes and goes is announced once a day", holds("T135"), async () => {
  for (let round = 0; round < 24; round++) {
    const at = last + round;
    now = (at + 1) * hourMs + 33 * 60_000;
    const counts = usualHour(at);
    if (round % 4 === 0) counts["source:c/7"] = [0, 0];
    plantHours(file, at, counts);
    await check();
  }
  const began = (await store.alarms.list({ since: 0, limit: 100 })).filter(({ messageId }) => messageId);
  expect(sent.filter((each) => each.began)).toHaveLength(1);
  expect(new Set(began.map(({ messageId }) => messageId)).size).toBe(1);
});

const aSource: AnalyticsSource = {
  ...{ variant: "c", path: "/survey/c", offer: "57", affiliate: "7", subId: "", version: "1" },
  ...{ device: "phone", language: "en", flags: "", scripts: "on", simulated: false },
};

it("hours from before visits were erased are counted by when they began, so that a site is watched from its first day", async () => {
  const weeks = 4;
  const [first, days] = [last - weeks * 168, dayCounter("America/New_York")];
  const sessions = (hour: number): AnalyticsSession[] =>
    Array.from({ length: 20 }, (_, at): AnalyticsSession => {
      const [isLead, affiliate] = [at < 10, at % 2 ? "7" : "9"];
      return {
        ...{ visitId: null, day: days(hour * hourMs), hour, dqReason: "", dwells: "" },
        source: { ...aSource, affiliate },
        trace: { variant: "c", items: ">AtFault =emailCheck,ok", place: isLead ? "thankYou" : "AtFault" },
        result: isLead ? "qualified" : "open",
      };
    });
  const simulated = { ...sessions(first + 5)[0]!, source: { ...aSource, simulated: true } };
  // Those who came last are stored still.
  now -= 2 * hourMs;
  await store.visits.append(aVisit(), 0, [{ kind: "answer", body: {}, at: now }]);
  now += 2 * hourMs;
  const all = Array.from({ length: weeks * 168 }, (_, at) => sessions(first + at)).flat();
  await store.analytics.add([...all, simulated]);
  await check([]);
  const [one, other] = await store.alarms.hoursFrom(0, 2);
  expect(one!.hour).toBe(first);
  expect(JSON.parse(one!.counts)).toEqual({
    "site:": [10, 20],
    "survey:c": [10, 20],
    "source:c/7": [5, 10],
    "source:c/9": [5, 10],
    "place:c/AtFault": [10, 20],
    "service:emailCheck": [0, 20],
  });
  expect(other!.hour).toBe(first + 1);
  // Nobody came in the last hour, which is an alarm although nobody is told of it.
  expect(await store.alarms.newestHour()).toEqual({ hour: last, isDecided: true });
  expect((await store.alarms.open()).map(({ series }) => series)).toContain("site:");
});

it("hours without a row are counted from the stored visits", async () => {
  await check();
  expect(await store.alarms.newestHour()).toBeUndefined();
  await store.visits.append(aVisit(), 0, [{ kind: "answer", body: {}, at: now }]);
  now += hourMs;
  await check();
  expect(await store.alarms.hoursFrom(0, 10)).toEqual([{ hour: last + 1, counts: "{}" }]);
});
