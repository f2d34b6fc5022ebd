import { describe, expect, it } from "vitest";
import type { Experiment } from "../../../services/experiments/experiment.ts";
import { reportOf } from "../../../services/experiments/report.ts";
import type { ArmDay } from "../../../services/experiments/types.ts";

const experiment: Experiment = {
  id: "headline",
  about: "A larger button brings more finished surveys.",
  paths: ["/survey/c"],
  // Control need not come first in the file.
  arms: [
    { name: "rounded", weight: 1 },
    { name: "plain", weight: 1 },
  ],
  control: "plain",
  share: 0.5,
  start: 0,
  metric: "qualified",
};

/** One day of one arm, on which all leads but `disqualified` qualified. */
function armDay(
  arm: string,
  day: number,
  assigned: number,
  leads: number,
  more: Partial<ArmDay> = {},
): ArmDay {
  const { disqualified = 0 } = more;
  const times = { count: leads, sum: 4 * leads, squares: 16.25 * leads };
  const none = { refused: 0, failed: 0, disqualified };
  return {
    arm,
    day,
    assigned,
    begun: assigned,
    leads,
    qualified: leads - disqualified,
    times,
    ...none,
    ...more,
  };
}

/** Equal days: visits and leads of control, then of the arm. */
function alike(count: number, control: [number, number], arm: [number, number], more: Partial<ArmDay> = {}) {
  return Array.from({ length: count }, (_, index) => [
    armDay("plain", 100 + index, ...control),
    armDay("rounded", 100 + index, ...arm, more),
  ]).flat();
}

const asked = {
  experiment,
  countedBy: "visits" as const,
  ...{ today: 1000, crossed: 0, isAltered: false, before: null },
};
const verdict = (days: ArmDay[], more = {}) => reportOf({ ...asked, days, ...more }).verdict;

describe("the verdict", () => {
  it.each([
    ["better", "rounded is better", alike(14, [500, 50], [500, 80])],
    ["early", "Not enough data yet", alike(13, [500, 50], [500, 80])],
    ["worse", "rounded is worse than plain", alike(5, [500, 80], [500, 30])],
    ["early", "Not enough data yet", alike(28, [50, 5], [50, 6])],
    ["same", "No difference larger than", alike(28, [30_000, 12_000], [30_000, 12_000])],
    ["untrusted", "Do not trust these numbers", alike(14, [500, 50], [700, 120])],
    ["early", "Not enough data yet", []],
    ["early", "Not enough data yet", alike(20, [0, 0], [0, 0])],
    ["early", "Not enough data yet", alike(28, [20, 0], [20, 0])],
  ])("is %s: %s", (kind, title, days) => {
    const found = verdict(days);
    expect(found.kind).toBe(kind);
    expect(found.title).toContain(title);
    expect(found.reasons.length).toBeGreaterThan(0);
  });

  const good = alike(21, [500, 50], [500, 80]);

  it("is withheld where visits crossed over, the experiment was altered, or the lift reversed", () => {
    expect(verdict(good, { crossed: 211 }).kind).toBe("untrusted");
    expect(verdict(good, { crossed: 200 }).kind).toBe("better");
    expect(verdict(good, { isAltered: true }).reasons[0]).toContain("changed while it ran");
    const later = alike(40, [500, 80], [500, 30]).map((each) => ({ ...each, day: each.day + 21 }));
    expect(verdict([...good, ...later]).reasons[0]).toContain("changed while it ran");
  });

  it("does not count the current day", () => {
    const report = reportOf({ ...asked, days: good, today: 113 });
    expect(report.days).toEqual({ first: 100, last: 112, count: 13 });
    expect(report.verdict.kind).toBe("early");
    expect(report.arms.map(({ name, assigned }) => [name, assigned])).toEqual([
      ["plain", 6500],
      ["rounded", 6500],
    ]);
  });

  it("is about the metric that the experiment names", () => {
    const leads = { ...experiment, metric: "leads" as const };
    const days = alike(21, [500, 50], [500, 80], { disqualified: 30 });
    expect(verdict(days, { experiment: leads })).toMatchObject({ kind: "better" });
    expect(verdict(days).kind).toBe("early");
  });

  it("counted by first views, stands even where an arm changes who answers at all", () => {
    const arm = { begun: 700 };
    const shown = alike(21, [1000, 50], [1000, 80], arm);
    const answered = shown.map((each) => ({ ...each, assigned: each.arm === "plain" ? 500 : each.begun }));
    expect(verdict(answered).kind).toBe("untrusted");
    expect(verdict(answered).reasons[0]).toContain("an arm that changes who answers at all causes this");
    expect(verdict(shown, { countedBy: "views" }).title).toBe("rounded is better");
    // The share is taken of visits with an answer: who only looked could not cross over.
    const few = shown.map((each) => ({ ...each, begun: 100 }));
    expect(verdict(few, { countedBy: "views", crossed: 43 }).kind).toBe("untrusted");
    expect(verdict(few, { countedBy: "views", crossed: 42 }).kind).toBe("better");
    const early = verdict(alike(3, [100, 10], [100, 10]), { countedBy: "views" }).reasons.at(-1);
    expect(early).toMatch(/takes about [\d,]+ first views; there are 600 so far\./);
  });

  it("mentions a guardrail that got worse", () => {
    const days = alike(21, [500, 50], [500, 110], { disqualified: 40 });
    expect(verdict(days).title).toBe("rounded is better, but a guardrail is worse");
  });
});

it("with several arms each needs more evidence, and the best is only called better than control", () => {
  const arms = [...experiment.arms, { name: "short", weight: 1 }];
  const short = alike(21, [500, 50], [500, 84]).filter(({ arm }) => arm === "rounded");
  const days = [...alike(21, [500, 50], [500, 80]), ...short.map((each) => ({ ...each, arm: "short" }))];
  const three = reportOf({ ...asked, experiment: { ...experiment, arms }, days });
  expect(three.verdict.title).toBe("short is better");
  expect(three.verdict.reasons.at(-1)).toContain("not with each other");
  const two = reportOf({ ...asked, days: alike(21, [500, 50], [500, 80]) });
  const [wide, narrow] = [three, two].map(
    ({ arms }) => arms.find(({ name }) => name === "rounded")!.compared!,
  );
  expect(wide!.p / narrow!.p).toBeCloseTo(2, 6);
  expect(wide!.lift.low).toBeLessThan(narrow!.lift.low);
});

it("guards compare shares of leads, shares of begun visits, and times", () => {
  const more = { refused: 120, failed: 5, times: { count: 80, sum: 4.5 * 80, squares: 20.5 * 80 } };
  const { arms } = reportOf({ ...asked, days: alike(21, [500, 50], [500, 80], more) });
  const guards = arms[1]!.compared!.guards;
  expect(guards.map(({ name, isWorse }) => [name, isWorse])).toEqual([
    ["disqualified", false],
    ["refused", true],
    ["failed", true],
    ["time", true],
  ]);
  expect(guards[3]).toMatchObject({ control: Math.exp(4), arm: Math.exp(4.5) });
  expect(guards[1]).toMatchObject({ control: 0, arm: 0.24 });
});

it("a first week that differs from the rest is reported", () => {
  const first = alike(7, [1000, 100], [1000, 200]);
  const later = alike(28, [1000, 100], [1000, 115]).map((each) => ({ ...each, day: each.day + 7 }));
  const [, arm] = reportOf({ ...asked, days: [...first, ...later] }).arms;
  expect(arm!.compared!.isNovelty).toBe(true);
  expect(arm!.compared!.weeks.map(({ assigned }) => assigned)).toEqual(Array(5).fill(14_000));
  const [, steady] = reportOf({ ...asked, days: alike(35, [1000, 100], [1000, 150]) }).arms;
  expect(steady!.compared!.isNovelty).toBe(false);
});

it("the plan uses its share of earlier visits before it starts, and its own visits afterwards", () => {
  const before = { count: 2800, of: 28_000, days: 28 };
  const planned = reportOf({ ...asked, days: [], before }).power!;
  expect(planned).toMatchObject({ rate: 0.1, perDay: 500 });
  expect(planned.plans.find(({ lift }) => lift === 0.2)).toMatchObject({ days: 35 });
  expect(reportOf({ ...asked, days: alike(14, [50, 5], [50, 5]), before }).power!.perDay).toBe(100);
  expect(reportOf({ ...asked, days: [] }).power).toBeNull();
});
