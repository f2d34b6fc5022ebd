import { describe, expect, it } from "vitest";
import { newSessionId } from "../../../app/server/sessions/session-cookie.ts";
import { assignWith, isTried } from "../../../services/experiments/assign.ts";
import type { Experiment } from "../../../services/experiments/experiment.ts";
import { holds } from "../../support/holds.ts";

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
    expect(color).toEqual({ experiment: "theme", name: "color", version: color!.version, flags: "theme:v3" });
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
    expect([path, "/survey/v7"].map((each) => isTried([experiment()], each))).toEqual([true, false]);
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
