import { expect, it } from "vitest";
import { chanceFrom } from "../../../services/analytics/simulation/behaviour.ts";
import { seriesIn, verdict } from "./soak.ts";

/** The verdict on an hour's readings, one every ten seconds. */
const verdictOn = (value: (at: number) => number, readings = 361) =>
  verdict(
    Array.from({ length: readings }, (_, index) => ({ at: index * 10, value: value(index * 10) })),
    { absolute: 1, share: 0.05 },
  );

const chance = chanceFrom(1);
const sawTooth = (at: number) => 100 + (at % 130) / 2;
const added = (amount: number, to: number) => (at: number) => to + (at * amount) / 1_800;

it.each<[what: string, value: (at: number) => number]>([
  ["rises and is collected again, ever to the same level", sawTooth],
  ["warms up in the first half and then rests", (at) => Math.min(at, 1_500)],
  ["falls", (at) => 1_000 - at / 10],
  ["is high in one stretch among many", (at) => (at > 2_400 && at < 2_700 ? 400 : 100) + 20 * chance.next()],
  ["grows by no more than the absolute allowance", added(0.9, 1)],
  ["grows by no more than its share", added(4, 100)],
])("what %s is flat", (_what, value) => {
  expect(verdictOn(value).flat).toBe(true);
});

it("the level is that which is collected to", () => {
  expect(verdictOn(sawTooth).level).toBeCloseTo(100, 0);
});

it("a slow leak under a large saw tooth is growth, and so is what exceeds both allowances", () => {
  const leak = verdictOn((at) => sawTooth(at) + at / 180);
  expect(leak.flat).toBe(false);
  expect(leak.growth).toBeCloseTo(10, 0);
  expect(verdictOn(added(4, 10)).flat).toBe(false);
});

it("too few readings are no verdict", () => {
  expect(() => verdictOn(() => 1, 20)).toThrow(/too few/);
});

const one = `# TYPE nodejs_heap_size_used_bytes gauge
nodejs_heap_size_used_bytes 60000000
nodejs_heap_size_used_bytes_ever 1
`;
const three = `nodejs_heap_size_used_bytes{worker="1"} 10
nodejs_heap_size_used_bytes{worker="2"} 2.5e+1
claimpath_flooded{worker="1"} 0
nodejs_heap_size_used_bytes{worker="3"} 30
`;

it("a metric is read of one process, and of each worker", () => {
  expect(seriesIn(one, "nodejs_heap_size_used_bytes")).toEqual([60_000_000]);
  expect(seriesIn(three, "nodejs_heap_size_used_bytes")).toEqual([10, 25, 30]);
});

it("a metric that is not there is no zero", () => {
  expect(() => seriesIn(one, "nodejs_heap")).toThrow("The site's metrics have no nodejs_heap.");
});
