import { expect, it } from "vitest";
import { historyHours } from "../../../services/alarms/history.ts";
import { replay } from "../../../tools/alarms/replay.ts";
import { type Outage, trafficOf } from "../../../tools/alarms/traffic.ts";

const scene = { seed: 11, weeks: 12, leadsPerDay: 400 };
const at = (day: number) => historyHours + day * 24 + 10;

/** Poisson with 14 days of one a month: more than three come once in 700 times. */
const mostByChance = 3;

it("two weeks as usual, on thirty sources with much noise, give no more messages than are promised", async () => {
  expect((await replay(trafficOf(scene), historyHours)).length).toBeLessThanOrEqual(mostByChance);
});

it("a source that sends nobody, a service that fails and a broken step are noticed within hours", async () => {
  const outages: Outage[] = [
    { what: "no leads", source: "1", from: at(1), hours: 24 },
    { what: "service fails", from: at(5), hours: 24 },
    { what: "step broken", from: at(9), hours: 24 },
  ];
  const sent = await replay(trafficOf({ ...scene, outages }), historyHours);
  const delayOf = (series: string, day: number) => {
    const found = sent.find(
      ({ hour, alarms }) => hour >= at(day) && alarms.some((each) => each.series === series),
    );
    return found && found.hour + 1 - at(day);
  };
  expect(delayOf("source:c/1", 1)).toBeLessThanOrEqual(8);
  expect(delayOf("service:emailCheck", 5)).toBeLessThanOrEqual(4);
  expect(delayOf("place:c/P5", 9)).toBeLessThanOrEqual(8);
});
