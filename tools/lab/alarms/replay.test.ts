import { expect, it } from "vitest";
import { historyHours } from "../../../services/alarms/series.ts";
import { replay } from "./replay.ts";
import { type Outage, trafficOf } from "./traffic.ts";

const scene = { seed: 11, weeks: 12, leadsPerDay: 400 };
const at = (day: number) => historyHours + day * 24 + 10;

/** At one false alarm a month, two weeks have more than three by chance once in 700 times (Poisson). */
const maxByChance = 3;

it("two ordinary weeks of thirty noisy sources raise no more false alarms than promised", async () => {
  expect((await replay(trafficOf(scene), historyHours)).length).toBeLessThanOrEqual(maxByChance);
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
