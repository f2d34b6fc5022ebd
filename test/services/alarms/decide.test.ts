import { expect, it } from "vitest";
import { decisionOn } from "../../../services/alarms/decide.ts";
import type { HourCounts } from "../../../services/alarms/series.ts";
import { historyOf, weekHours } from "../../../services/alarms/series.ts";
import { watchOf } from "../../../services/alarms/watch.ts";
import type { Alarm } from "../../../services/store/rows.ts";
import { usualHour } from "../../support/alarm-hours.ts";
import { holds } from "../../support/holds.ts";

const hours = 8 * 168;
const first = 490_000;

async function decisionWith(
  last: HourCounts,
  known: { open?: Alarm[]; recent?: Alarm[] } = {},
  long = hours,
) {
  const counted = Array.from({ length: long }, (_, at) => {
    const hour = first + hours - long + at;
    return { hour, counts: at === long - 1 ? { ...usualHour(hour), ...last } : usualHour(hour) };
  });
  const history = historyOf(counted, (hour) => hour % 168);
  let id = 0;
  return decisionOn({
    history,
    watch: await watchOf(history, Math.max(0, long - 24)),
    open: known.open ?? [],
    recent: known.recent ?? [],
    falsePerMonth: 1,
    destinations: ["ops", "chat"],
    at: 5,
    newId: () => `n${++id}`,
    page: "https://www.example.com/graphs/alarms",
    timeZone: "UTC",
  });
}

const now = first + hours - 1;
const anAlarm = (given: Partial<Alarm>): Alarm => ({
  ...{ id: "a", series: "site:", aspect: "leads", beganHour: now - 3, noticedHour: now - 2, endedHour: null },
  ...{ seen: 0, tries: 0, expected: 50, low: 40, high: 60, chance: 1e-9, messageId: "m" },
  ...given,
});
const outage: HourCounts = { "source:c/7": [0, 0] };

it("after six messages in a day, new alarms are listed but not sent", holds("T135"), async () => {
  const recent = [1, 2, 3, 4, 5, 6].map((each) =>
    anAlarm({ id: `a${each}`, series: `survey:s${each}`, messageId: `m${each}`, endedHour: now - 1 }),
  );
  expect((await decisionWith(outage, { recent: recent.slice(1) })).notices).toHaveLength(2);
  const { began, notices } = await decisionWith(outage, { recent });
  expect([began.map(({ series, messageId }) => [series, messageId]), notices]).toEqual([
    [["source:c/7", null]],
    [],
  ]);
});

it("during an announced drop of the whole site only failing services are announced", async () => {
  const open = [anAlarm({})];
  const low: HourCounts = { "site:": [3, 200] };
  expect((await decisionWith({ ...low, ...outage }, { open })).notices).toEqual([]);
  const broken = await decisionWith({ ...low, "service:emailCheck": [40, 80] }, { open });
  expect(JSON.parse(broken.notices[0]!.body).subject).toBe("More calls fail: the service emailCheck");
});

it("one message announces the end, once all alarms of the first message are back to normal", async () => {
  const both = [anAlarm({}), anAlarm({ id: "b", series: "source:c/7" })];
  const { ended, notices } = await decisionWith({}, { open: both, recent: both });
  expect([ended, notices.map(({ id }) => id)]).toEqual([
    ["a", "b"],
    ["m.ended.ops", "m.ended.chat"],
  ]);
  const half = await decisionWith(outage, { open: both, recent: both });
  expect([half.ended, half.notices]).toEqual([["a"], []]);
});

it("an alarm whose series has become too small to watch ends without a message", async () => {
  const open = [anAlarm({ series: "source:c/gone" })];
  const { ended, notices } = await decisionWith({}, { open, recent: open });
  expect([ended, notices]).toEqual([["a"], []]);
});

it("made-up sources take up no memory, however many there are", holds("T135"), () => {
  const madeUp = Array.from({ length: 50 }, (_, at) => [`source:c/x${at}`, [0, 1]] as const);
  const counted = [0, 1].map((hour) => ({
    hour,
    counts: { ...usualHour(hour), ...Object.fromEntries(madeUp) },
  }));
  const { counts } = historyOf(counted as never, (hour) => hour);
  expect([...counts.keys()].filter((series) => series.includes("/x"))).toEqual([]);
  expect(counts.has("site:")).toBe(true);
});

it("a history of less than three weeks raises no alarm", async () => {
  expect((await decisionWith(outage, {}, 20 * 24 + 23)).began).toEqual([]);
  expect((await decisionWith(outage, {}, 22 * 24 + 24)).began).toHaveLength(1);
});

it("hours of the week follow the time zone, daylight saving time included", () => {
  const hourOf = weekHours("America/New_York");
  const at = (iso: string) => Date.parse(iso) / 3_600_000;
  expect(hourOf(at("2026-11-22T05:00Z"))).toBe(0);
  expect(hourOf(at("2026-06-14T04:00Z"))).toBe(0);
  expect(hourOf(at("2026-11-24T15:00Z"))).toBe(2 * 24 + 10);
});
