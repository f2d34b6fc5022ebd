import { expect, test } from "vitest";
import { findEntry, variants } from "../../../machines/registry.ts";
import { armDaysOf } from "../../../services/analytics/experiment-numbers.ts";
import { type Effect, type Simulated, simulate } from "../../../services/analytics/simulation/simulate.ts";
import { readArm, readFlags, sourceOf } from "../../../services/analytics/source.ts";
import { assignWith } from "../../../services/experiments/assign.ts";
import { indexOf, viewsOf } from "./index-with-views.ts";

const until = Date.UTC(2026, 10, 20);
const dayOf = (at: number) => Math.floor(at / 86_400_000);
const entry = findEntry("/survey/c")!;
const arm = { experiment: "theme", name: "color", version: "12345678", flags: "theme:v3" };

const simulated = (effects: Effect[] = []) => {
  const arms = ["plain", "color"].map((name) => ({ name, weight: 1 }));
  const common = { about: "", arms, control: "plain", share: 1, start: 0, metric: "leads" as const };
  const assign = assignWith({
    salt: "a salt of the tests",
    list: [{ ...common, id: "theme", paths: ["/survey/c", "/survey/v3c", "/yt"] }],
  });
  const variant = variants.get("c")!;
  const wanted = { sessions: 4000, seed: 7, variant, days: 3, until, day: dayOf, assign, effects };
  return [...simulate(wanted)];
};

const plain = simulated();

test("days and arms add up to a count by hand", async () => {
  const sessions = plain.map(({ session }) => session);
  const index = await indexOf(plain, []);
  const { days, countedBy, crossedByFlags, versions } = armDaysOf(index, "theme", "simulated");
  expect(countedBy).toBe("visits");
  const drawn = sessions.filter(({ source }) => readArm(source.flags));
  expect(drawn.length).toBeGreaterThan(300);
  const counted = (name: string, day: number) =>
    drawn.filter((session) => readArm(session.source.flags)!.arm === name && session.day === day);
  expect(days.length).toBe(6);
  for (const { arm: name, day, times, ...counts } of days) {
    const own = counted(name, day);
    const with_ = (result: string) => own.filter((session) => session.result === result).length;
    const marked = (mark: RegExp) => own.filter(({ trace }) => mark.test(trace.items)).length;
    expect(counts).toEqual({
      assigned: own.length,
      begun: own.length,
      leads: with_("qualified") + with_("disqualified"),
      qualified: with_("qualified"),
      disqualified: with_("disqualified"),
      refused: marked(/(^| )-/),
      failed: marked(/(^| )=\w+,(?!ok)/),
    });
    expect(times.count).toBe(counts.leads + with_("ended"));
    expect(Math.exp(times.sum / times.count)).toBeGreaterThan(20);
    expect(times.squares * times.count).toBeGreaterThanOrEqual(times.sum ** 2);
  }
  expect([crossedByFlags, versions]).toEqual([0, [{ version: versions[0]!.version, visits: drawn.length }]]);
  expect(armDaysOf(index, "theme", "real").days).toEqual([]);
  expect(armDaysOf(index, "other", "simulated").days).toEqual([]);
});

test("everybody is counted who was shown an arm, where all views are known", async () => {
  const sessions = plain;
  const views = viewsOf(
    sessions.flatMap(({ looks }) => looks),
    dayOf,
  );
  const { days, countedBy } = armDaysOf(await indexOf(sessions, views), "theme", "simulated");
  expect(countedBy).toBe("views");
  for (const { arm: name, day, assigned, begun } of days) {
    const own = views.filter((view) => readArm(view.source.flags)?.arm === name && view.day === day);
    const seen = own.reduce((sum, view) => sum + view.views, 0);
    expect(assigned).toBe(Math.max(seen, begun));
    expect(seen).toBeGreaterThan(begun);
  }
  // Counting began with the second day.
  const [first] = days.map(({ day }) => day);
  const later = await indexOf(
    sessions,
    views.filter(({ day }) => day !== first),
  );
  const counted = armDaysOf(later, "theme", "simulated");
  expect(counted.countedBy).toBe("visits");
  expect(counted.days.map(({ assigned }) => assigned)).toEqual(days.map(({ begun }) => begun));
});

test("a planted effect is there, in its arm alone", () => {
  const leads = (sessions: Simulated[], name: string) =>
    sessions.filter(
      ({ session: { source, result } }) => readArm(source.flags)?.arm === name && /qualified/.test(result),
    ).length;
  const planted = simulated([{ experiment: "theme", arm: "color", less: 0.6 }]);
  expect(leads(planted, "color")).toBeGreaterThan(1.1 * leads(plain, "color"));
});

test("the arm is among the flags, and who came again by others has crossed over", () => {
  const flagsOf = (query: Record<string, string>, won?: true) => {
    const arrival = { path: "/survey/c", query, referer: "", arm: { ...arm, ...(won && { won }) } };
    return sourceOf(entry, { arrival, facts: {} }).flags;
  };
  expect(readFlags(flagsOf({}))).toMatchObject({ experiment: "theme/color", theme: "v3" });
  const drawn = { experiment: "theme", arm: "color", version: "12345678" };
  expect(readArm(flagsOf({}))).toEqual({ ...drawn, isCrossed: false });
  expect(readArm(flagsOf({ flags: "theme:v5" }))).toEqual({ ...drawn, isCrossed: true });
  expect(readFlags(flagsOf({ flags: "theme:v5" })).theme).toBe("v5");
  expect(readArm(flagsOf({}, true))).toBeUndefined();
  expect(readArm("theme:v3")).toBeUndefined();
});
