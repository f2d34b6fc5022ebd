import { describe, expect, it } from "vitest";
import { newSessionId } from "../../../app/server/sessions/session-cookie.ts";
import { assignWith } from "../../../services/features/experiments/assign.ts";
import { type Experiment, rangesOf } from "../../../services/features/experiments/experiment.ts";
import { experiments } from "../../../services/features/experiments/feature.ts";
import { inForce } from "../../../services/features/experiments/in-force.ts";
import { reportOf } from "../../../services/features/experiments/report.ts";
import type { ArmDay } from "../../../services/features/experiments/types.ts";
import { holds } from "../../support/holds.ts";

describe("the report", () => {
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

  /** A day of one arm, on which all leads but `disqualified` qualified. */
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
  function alike(
    count: number,
    control: [number, number],
    arm: [number, number],
    more: Partial<ArmDay> = {},
  ) {
    return Array.from({ length: count }, (_, index) => [
      armDay("plain", 100 + index, ...control),
      armDay("rounded", 100 + index, ...arm, more),
    ]).flat();
  }

  const asked = {
    experiment,
    countedBy: "visits" as const,
    today: 1000,
    crossed: 0,
    isAltered: false,
    before: null,
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
      // The share is of visits with an answer: a mere viewer cannot cross over.
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
});

describe("assignment", () => {
  const salt = "a salt of sixteen letters";
  const noon = Date.UTC(2026, 10, 24, 12);
  const path = "/survey/c";

  const experiment = (own: Partial<Experiment> = {}): Experiment => ({
    id: "theme",
    about: "Another color.",
    paths: [path],
    arms: [
      { name: "plain", weight: 1 },
      { name: "color", weight: 1, flags: { theme: "v3" } },
    ],
    control: "plain",
    share: 1,
    start: noon,
    metric: "qualified",
    ...own,
  });

  const ids = Array.from({ length: 100_000 }, (_, index) => `session ${index}`);
  const armIn = (list: Experiment[], at = noon, where = path) => {
    const assign = assignWith({ salt, list })!;
    return (id: string) => assign(where, id, at);
  };

  /** Standard deviations between a count and its expected value. */
  const off = (count: number, of: number, share: number) =>
    Math.abs(count - of * share) / Math.sqrt(of * share * (1 - share));

  describe("an arm", () => {
    it("is drawn as often as its weight says, of 100,000 sessions", () => {
      const weights = [1, 3, 6];
      const arms = weights.map((weight) => ({ name: `w${weight}`, weight }));
      const found = ids.map(armIn([experiment({ arms, share: 0.4 })]));
      const drawn = found.filter((arm) => arm !== undefined);
      expect(off(drawn.length, ids.length, 0.4)).toBeLessThan(4);
      for (const weight of weights) {
        const count = drawn.filter(({ name }) => name === `w${weight}`).length;
        expect(off(count, drawn.length, weight / 10)).toBeLessThan(4);
      }
    });

    it("stays the same throughout the experiment, whatever else is in the file", () => {
      const alone = armIn([experiment()]);
      const other = experiment({ id: "other", paths: ["/survey/v7"] });
      const later = armIn([other, experiment({ stop: noon + 2000 })], noon + 1999);
      for (const id of ids.slice(0, 1000)) expect(later(id)?.name).toBe(alone(id)!.name);
    });

    it("is drawn independently with another salt or for another experiment", () => {
      const some = ids.slice(0, 10_000);
      const drawn = armIn([experiment()]);
      const alike = (list: Experiment[], key: string) => {
        const other = assignWith({ salt: key, list })!;
        return some.filter((id) => other(path, id, noon)!.name === drawn(id)!.name).length;
      };
      expect(off(alike([experiment()], "another salt of this length"), some.length, 0.5)).toBeLessThan(4);
      expect(off(alike([experiment({ id: "text" })], salt), some.length, 0.5)).toBeLessThan(4);
    });

    it("has its flags as they stand in an address, and the version of the definition it was drawn by", () => {
      const color = ids
        .slice(0, 50)
        .map(armIn([experiment()]))
        .find((arm) => arm?.name === "color");
      expect(color).toEqual({
        experiment: "theme",
        name: "color",
        version: color!.version,
        flags: "theme:v3",
      });
      const heavier = experiment();
      heavier.arms = heavier.arms.map((arm) => ({ ...arm, weight: arm.weight * 2 }));
      expect(armIn([heavier])(ids[0]!)!.version).not.toBe(color!.version);
      expect(armIn([experiment({ about: "In other words." })])(ids[0]!)!.version).toBe(color!.version);
    });
  });

  describe("what is assigned when", () => {
    const ended = { stop: noon + 1000 };

    it.each([
      ["nothing before the start", {}, noon - 1, undefined],
      ["an arm from the start", {}, noon, false],
      ["an arm up to the stop", ended, noon + 999, false],
      ["nothing from the stop", ended, noon + 1000, undefined],
      ["an arm up to the stop where there is a winner", { ...ended, winner: "color" }, noon + 999, false],
      ["the winner from the stop", { ...ended, winner: "color" }, noon + 1000, true],
    ] as const)("%s", (_, own, at, isWon) => {
      for (const id of ids.slice(0, 50)) {
        const arm = armIn([experiment(own)], at)(id);
        expect(arm && Boolean(arm.won)).toBe(isWon);
        if (isWon) expect(arm!.name).toBe("color");
      }
    });

    it("a running experiment overrides an older one's winner, which those outside it still see", () => {
      const old = experiment({ id: "old", stop: noon + 1000, winner: "color" });
      const running = experiment({ id: "new", start: noon + 1000, share: 0.5 });
      const found = ids.slice(0, 1000).map(armIn([old, running], noon + 1000));
      expect(new Set(found.map((arm) => `${arm!.experiment} ${Boolean(arm!.won)}`))).toEqual(
        new Set(["old true", "new false"]),
      );
    });

    it("nothing at another path, and nothing without experiments", () => {
      expect(armIn([experiment()], noon, "/survey/v7")(ids[0]!)).toBeUndefined();
      expect(assignWith({ salt, list: [] })).toBeUndefined();
      const { shownAt } = experiments.arms!({ sections: { experiments: { salt, list: [experiment()] } } });
      expect([path, "/survey/v7"].map((each) => new Set(shownAt(each)))).toEqual([
        new Set([path]),
        new Set(),
      ]);
    });
  });

  describe("experiments of one group", () => {
    const group = "look";
    const list = [
      experiment({ id: "one", group, share: 0.3 }),
      experiment({ id: "two", group, share: 0.5 }),
      experiment({ id: "three", group, share: 0.2 }),
    ];

    it("never share a visitor, and cover everybody when their shares add up to 1", () => {
      const own = list.map((each) => {
        const others = list.map((other) => (other === each ? other : { ...other, paths: ["/survey/v7"] }));
        return ids.slice(0, 10_000).map(armIn(others));
      });
      for (const index of own[0]!.keys()) expect(own.filter((found) => found[index]).length).toBe(1);
    });

    it("keep their places when an older one stops, and when one before them is begun", () => {
      const [one, two, three] = list.map((each) => ({ ...each, share: 0.2 })) as [
        Experiment,
        Experiment,
        Experiment,
      ];
      const waiting = [{ ...one, stop: noon + 1000 }, two, three].map(({ start, ...each }) =>
        each.id === "one" ? { ...each, start } : each,
      ) as Experiment[];
      const begun = (id: string, since: number) => {
        const by = { person: "ana", reason: "", share: "0.2", winner: null, undoes: null };
        return { ...by, number: since, at: since, since, experiment: id, runs: "yes" as const };
      };
      const places = (now: number, ...changes: ReturnType<typeof begun>[]) =>
        rangesOf(inForce({ salt, list: waiting, changes }), now);
      const pressed = begun("three", noon + 10);
      const at = places(noon + 20, pressed).get("three");
      expect([at, places(noon + 20, pressed).get("two")]).toEqual([0.2, 0.4]);
      expect(places(noon + 2000, pressed).get("three")).toBe(at);
      expect(places(noon + 3000, pressed, begun("two", noon + 2500)).get("three")).toBe(at);
    });

    it("keep their visitors when another one is added", () => {
      const first = armIn(list.slice(0, 2));
      const second = armIn(list);
      for (const id of ids.slice(0, 2000)) if (first(id)) expect(second(id)).toEqual(first(id));
    });
  });

  it("nobody can tell an arm from a session without the salt", holds("T131"), () => {
    const sessions = Array.from({ length: 4000 }, newSessionId);
    const guesses = ["", path, "theme", "experiments", "0".repeat(16)].map(
      (key) => assignWith({ salt: key, list: [experiment()] })!,
    );
    const drawn = armIn([experiment()]);
    for (const guess of guesses) {
      const right = sessions.filter((id) => guess(path, id, noon)!.name === drawn(id)!.name).length;
      expect(off(right, sessions.length, 0.5)).toBeLessThan(4.5);
    }
  });
});
