import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { readArm } from "../../../services/analytics/source.ts";
import { assignWith } from "../../../services/features/experiments/assign.ts";
import { armDaysOf } from "../../../services/features/experiments/numbers.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { indexOf } from "../numbers/indexes.ts";

describe("the days of arms", () => {
  const until = Date.UTC(2026, 10, 20);
  const dayOf = (at: number) => Math.floor(at / 86_400_000);

  const simulated = () => {
    const arms = ["plain", "color"].map((name) => ({ name, weight: 1 }));
    const common = { about: "", arms, control: "plain", share: 1, start: 0, metric: "leads" as const };
    const assign = assignWith({
      salt: "a salt of the tests",
      list: [{ ...common, id: "theme", paths: ["/survey/c", "/survey/v3c", "/yt"] }],
    });
    const variant = variants.get("c")!;
    const wanted = { sessions: 4000, seed: 7, variant, days: 3, until, day: dayOf, assign };
    return [...simulate(wanted)];
  };

  const plain = simulated();

  it("days and arms add up to a count by hand", async () => {
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
    expect([crossedByFlags, versions]).toEqual([
      0,
      [{ version: versions[0]!.version, visits: drawn.length }],
    ]);
    expect(armDaysOf(index, "theme", "real").days).toEqual([]);
    expect(armDaysOf(index, "other", "simulated").days).toEqual([]);
  });
});
