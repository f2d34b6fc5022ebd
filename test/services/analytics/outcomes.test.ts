import { expect, test } from "vitest";
import { dayNumber } from "../../../services/analytics/days.ts";
import { sourceOutcomes } from "../../../services/analytics/outcomes.ts";
import type { Filters, Query } from "../../../services/analytics/types.ts";
import type { OutcomeTally } from "../../../services/store/analytics/outcome-tally.ts";

const day = dayNumber("2026-01-31");
const tally: OutcomeTally = {
  ...{ variant: "c", path: "/survey/c", offer: "57", affiliate: "7", subId: "news", version: "v1" },
  ...{ device: "phone", language: "en", flags: "theme:v3", scripts: "on", day },
  ...{ reported: 10, taken: 8, returned: 2, retained: 1, paid: 9_000, credited: 500, foreignAmounts: 1 },
};
const tallies = [tally, { ...tally, affiliate: "8", subId: "1", day: day + 1, flags: "" }];
const cost = { variant: "c", affiliate: "7", subId: "", day, cents: 1_000 };
const costs = [
  cost,
  { ...cost, subId: "news", cents: 200 },
  { ...cost, affiliate: "9", day: day + 1, cents: 30 },
];

const of = (filters: Filters, data?: Query["data"]) =>
  sourceOutcomes({ variant: "c", data, filters }, tallies, costs);

test("counts sources apart and together, and what each cost", () => {
  const { reported, taken, returned, retained, paid, credited } = tally;
  const once = { reported, taken, returned, retained, paid, credited };
  const nothing = { reported: 0, taken: 0, returned: 0, retained: 0, paid: 0, credited: 0 };
  expect(of({})).toEqual({
    all: { reported: 20, taken: 16, returned: 4, retained: 2, paid: 18_000, credited: 1_000, cost: 1_230 },
    by: {
      affiliate: {
        "7": { ...once, cost: 1_200 },
        "8": { ...once, cost: null },
        "9": { ...nothing, cost: 30 },
      },
      subId: { news: { ...once, cost: 200 }, "1": { ...once, cost: null } },
    },
    foreignAmounts: 2,
  });
});

test.each<[string, Filters, reported: number, cost: number | null]>([
  ["an affiliate", { affiliate: ["7"] }, 10, 1_200],
  ["a sub id, whose costs are its own alone", { subId: ["news"] }, 10, 200],
  ["a day", { to: "2026-01-31" }, 10, 1_200],
  ["the days from then", { from: "2026-02-01" }, 10, 30],
  ["a device, of which no cost is known", { device: ["phone"] }, 20, null],
  ["another device", { device: ["desktop"] }, 0, null],
  ["a flag, of which no cost is known", { flags: { theme: ["v3"] } }, 10, null],
  ["an empty list, which is none", { affiliate: [], flags: { theme: [] } }, 20, 1_230],
])("%s", (_, filters, reported, spent) => {
  expect(of(filters)?.all).toMatchObject({ reported, cost: spent });
});

test.each<Filters>([
  { result: ["qualified"] },
  { dqReason: ["statute"] },
  { with: ["AtFault"] },
  { without: ["AtFault"] },
  { endingAt: ["AtFault"] },
])("nothing is counted where outcomes are not known by %o", (filters) => {
  expect(of(filters)).toBeNull();
});

test("simulated visits have no outcomes", () => {
  expect(of({}, "simulated")).toBeNull();
  expect(of({}, "both")?.all.reported).toBe(20);
});
