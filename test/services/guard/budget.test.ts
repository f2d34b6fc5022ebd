import { beforeEach, describe, expect, test } from "vitest";
import { budgetOf } from "../../../services/guard/budget.ts";
import { networksOf } from "../../../services/guard/network-of.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";
import type { BudgetLimits } from "../../../services/settings/limits.ts";
import { databases, twoStores } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";

const hour = 60 * 60_000;
let now = Date.UTC(2026, 10, 23, 9);

describe.each(databases)("a budget of two processes on $name", holds("T40", "T42"), ({ start }) => {
  const on = twoStores(start, () => now);
  const logged: string[] = [];
  const budgets = (limits: Partial<BudgetLimits>) =>
    on.stores.map((store) =>
      budgetOf(
        "look-ups",
        { perNetwork: 0, perHour: 0, perDay: 0, ...limits },
        {
          budgets: store.budgets,
          now: () => now,
          log: (event) => void logged.push(event),
          metrics: createMetrics(),
        },
      ),
    );
  beforeEach(() => {
    // Two days on, at midnight: what earlier tests took counts no more.
    now += 72 * hour - (now % (24 * hour));
    logged.length = 0;
  });
  const taken = async (tries: Promise<boolean>[]) => (await Promise.all(tries)).filter(Boolean).length;

  test("is never overdrawn, however many ask at once", async () => {
    const [one, other] = budgets({ perHour: 10 });
    const asking = Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? one! : other!).take(`192.0.2.${index}`),
    );
    expect(await taken(asking)).toBe(10);
    expect(logged).toContain("budget.look-ups.began");
    now += hour;
    expect(await one!.take("192.0.2.1")).toBe(false);
    now += hour / 10;
    expect(await one!.take("192.0.2.1"), "a tenth has slid out").toBe(true);
  });

  test("is not there a second time at the turn of the hour", holds("T55"), async () => {
    now += hour - 1;
    const [one, other] = budgets({ perNetwork: 4, perHour: 10 });
    const all = (budget: typeof one) =>
      taken(Array.from({ length: 20 }, (_, index) => budget!.take(`203.0.${index}.7`)));
    expect(await taken(Array.from({ length: 9 }, () => one!.take("192.0.2.1")))).toBe(4);
    expect(await all(one)).toBe(6);
    now += 2;
    const network = await taken(Array.from({ length: 9 }, () => other!.take("192.0.2.1")));
    expect([network, await all(other)]).toEqual([0, 0]);
    now += hour / 2;
    expect(await all(other)).toBe(5);
  });

  test("holds for a day too", async () => {
    const [one] = budgets({ perHour: 3, perDay: 4 });
    for (let count = 0; count < 5; count++) await one!.take("192.0.2.1");
    now += 2 * hour;
    expect([await one!.take("192.0.2.1"), await one!.take("192.0.2.1")]).toEqual([true, false]);
    now += 2 * hour;
    expect(await one!.take("192.0.2.1")).toBe(false);
  });

  test.each([
    ["addresses of one /24", (index: number) => `198.51.100.${index}`, 6],
    ["addresses of one /64", (index: number) => `2001:db8:1:2::${index}`, 2],
    [
      "/64s of one /56",
      (index: number) => `2001:db8:1:3${(index % 200).toString(16).padStart(2, "0")}::1`,
      6,
    ],
    ["/64s of one /48", (index: number) => `2001:db8:2:${(index * 300).toString(16)}::1`, 18],
  ])("%s share theirs, and use up nobody else's", async (_, ip, most) => {
    const [one, other] = budgets({ perNetwork: 2, perHour: 30 });
    const half = (index: number) => (index % 2 ? one! : other!);
    expect(await taken(Array.from({ length: 60 }, (_, at) => half(at).take(ip(at))))).toBe(most);
    expect(logged).not.toContain("budget.look-ups.began");
    expect(await one!.take("203.0.113.9"), "somebody elsewhere").toBe(true);
  });

  test("of one exchange of numbers is its own", async () => {
    const [one] = budgets({ perHour: 30 });
    const to = (name: string) => one!.take("192.0.2.1", { name, most: 2 });
    expect([await to("+1213555"), await to("+1213555"), await to("+1213555"), await to("+1213556")]).toEqual([
      ...[true, true, false, true],
    ]);
  });
});

test.each([
  ["192.0.2.7", ["192.0.2.7", "192.0.2.0/24"]],
  ["2001:db8:0:1f2e::9", ["2001:db8:0:1f2e", "2001:db8:0:1f/56", "2001:db8:0/48"]],
  ["::1", ["0:0:0:0", "0:0:0:0/56", "0:0:0/48"]],
  ["unknown", ["no address"]],
  ["192.0.2.7:443", ["no address"]],
])("%s is in %j", holds("T43"), (ip, networks) => expect(networksOf(ip)).toEqual(networks));
