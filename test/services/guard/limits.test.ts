import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { postLimits } from "../../../services/guard/allowances.ts";
import { budgetOf } from "../../../services/guard/budget.ts";
import { isPrivate, networksOf } from "../../../services/guard/network-of.ts";
import { type Log, silentLog } from "../../../services/observe/log.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";
import type { BudgetLimits } from "../../../services/settings/limits.ts";
import { StoreBusy } from "../../../services/store/engine/failures.ts";
import type { PostCounts } from "../../../services/store/guards/floods.ts";
import { databases, twoStores } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";

describe("budgets", () => {
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

    it("is never overdrawn, however many ask at once", async () => {
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

    it("does not exist a second time at the turn of the hour", holds("T55"), async () => {
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

    it("works for a day too", async () => {
      const [one] = budgets({ perHour: 3, perDay: 4 });
      for (let count = 0; count < 5; count++) await one!.take("192.0.2.1");
      now += 2 * hour;
      expect([await one!.take("192.0.2.1"), await one!.take("192.0.2.1")]).toEqual([true, false]);
      now += 2 * hour;
      expect(await one!.take("192.0.2.1")).toBe(false);
    });

    it.each([
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

    it("each exchange of numbers has a budget of its own", async () => {
      const [one] = budgets({ perHour: 30 });
      const to = (name: string) => one!.take("192.0.2.1", { name, most: 2 });
      expect([
        await to("+1213555"),
        await to("+1213555"),
        await to("+1213555"),
        await to("+1213556"),
      ]).toEqual([true, true, false, true]);
    });
  });

  it.each([
    ["192.0.2.7", ["192.0.2.7", "192.0.2.0/24"]],
    ["2001:db8:0:1f2e::9", ["2001:db8:0:1f2e", "2001:db8:0:1f/56", "2001:db8:0/48"]],
    ["::1", ["0:0:0:0", "0:0:0:0/56", "0:0:0/48"]],
    ["unknown", ["no address"]],
    ["192.0.2.7:443", ["no address"]],
  ])("%s is in %j", holds("T43"), (ip, networks) => expect(networksOf(ip)).toEqual(networks));
});

describe("posts", () => {
  const minute = 60_000;
  const one = "192.0.2.1";
  const other = "198.51.100.7";

  let now: number;
  let added: [network: string, posts: number, at: number][];
  const alone: PostCounts = {
    add: async (network, posts, at) => {
      added.push([network, posts, at]);
      const current = added.reduce(
        (sum, [of, count, in_]) => sum + (of === network && in_ === at ? count : 0),
        0,
      );
      return { before: 0, current };
    },
  };
  beforeEach(() => {
    now = 1_000 * minute + 15_000;
    added = [];
  });

  function limitsOn(counts: PostCounts, { perAddress = 100, inAll = 1_000, log = silentLog as Log } = {}) {
    return postLimits({ counts, perAddress, inAll, now: () => now, log });
  }
  const takenOf = (limits: ReturnType<typeof postLimits>, ip: string, posts: number) =>
    Array.from({ length: posts }, () => limits.take(ip)).filter((over) => over === null).length;

  describe("limits of posts", holds("T28"), () => {
    it("allow so many from an address in a minute, say how long to wait, and start again", () => {
      const limits = limitsOn(alone);
      expect(takenOf(limits, one, 150)).toBe(100);
      // Waits for the end of the minute, and until one of the hundred has slid out.
      const waitMs = 45_000 + 600;
      expect(limits.take(one)).toEqual({ waitMs, ofAll: false });
      expect(limits.take(other)).toBeNull();
      now += waitMs - 1;
      expect(limits.take(one)).not.toBeNull();
      now += 1;
      expect(limits.take(one)).toBeNull();
    });

    it("allow no second hundred at the turn of the minute, but refill as time passes", holds("T55"), () => {
      const limits = limitsOn(alone);
      now = 1_001 * minute - 1;
      expect(takenOf(limits, one, 150)).toBe(100);
      now += 2;
      expect([takenOf(limits, one, 150), limits.isOver(one)]).toEqual([0, true]);
      now += minute / 2;
      expect(takenOf(limits, one, 150)).toBe(50);
      now += 2 * minute;
      expect(takenOf(limits, one, 150)).toBe(100);
    });

    it.each([1, 2, 7])(
      "of %i a minute never allow twice as many within a second",
      holds("T55"),
      (perAddress) => {
        const limits = limitsOn(alone, { perAddress });
        const taken: number[] = [];
        for (let index = 0; index < 1_000; index++, now += 250) if (!limits.take(one)) taken.push(now);
        for (const at of taken) {
          const within = taken.filter((other) => other >= at && other < at + 1_000);
          expect(within.length).toBeLessThanOrEqual(perAddress);
        }
        // Nobody who keeps asking gets more than the limit for long.
        expect(taken.length).toBeLessThanOrEqual(perAddress * 6);
      },
    );

    it("allow so many from everybody; what one address is refused does not count for others", () => {
      const limits = limitsOn(alone, { perAddress: 100, inAll: 150 });
      expect(takenOf(limits, one, 1_000)).toBe(100);
      expect(takenOf(limits, other, 100)).toBe(50);
      expect(limits.take("203.0.113.9")).toEqual({ waitMs: 45_400, ofAll: true });
    });

    it("distinguish a flood from an address over its own limit, and notice its end", () => {
      const said: string[] = [];
      const limits = limitsOn(alone, { perAddress: 1, inAll: 2, log: (event) => void said.push(event) });
      takenOf(limits, one, 5);
      expect([limits.isFlooded(), said]).toEqual([false, []]);
      takenOf(limits, other, 1);
      expect(takenOf(limits, "203.0.113.5", 1)).toBe(0);
      expect([limits.isFlooded(), said]).toEqual([true, ["flood.began"]]);
      now += 2 * minute;
      expect(limits.isFlooded()).toBe(false);
    });

    it("report the end of a flood after a whole minute below the limit, even without posts", () => {
      vi.useFakeTimers({ now: 1_000 * minute + 15_000 });
      onTestFinished(() => void vi.useRealTimers());
      const said: string[] = [];
      const limits = postLimits({
        counts: alone,
        perAddress: 5,
        inAll: 10,
        now: Date.now,
        log: (event) => void said.push(event),
      });
      const post = () => {
        for (let posts = 0; posts < 50; posts++) limits.take(`203.0.113.${posts}`);
      };
      post();
      vi.advanceTimersByTime(minute);
      expect(limits.isFlooded()).toBe(true);
      post();
      vi.advanceTimersByTime(minute + 44_000);
      expect([limits.isFlooded(), said]).toEqual([true, ["flood.began"]]);
      vi.advanceTimersByTime(1_000);
      expect([limits.isFlooded(), said]).toEqual([false, ["flood.began", "flood.ended"]]);
      post();
      expect(said.at(-1)).toBe("flood.began");
    });

    it("allow as many again with a proof of work while others are refused", () => {
      const limits = limitsOn(alone, { inAll: 20 });
      expect(takenOf(limits, one, 50)).toBe(20);
      expect(Array.from({ length: 50 }, limits.takeProven).filter(Boolean)).toHaveLength(20);
      now += 48_000;
      expect(limits.takeProven()).toBe(true);
    });

    it("apply to everybody even when there are more networks than are counted individually", () => {
      const limits = limitsOn(alone, { inAll: 60_000 });
      const take = (at: number) =>
        limits.take(`${11 + (at % 100)}.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
      expect(
        Array.from({ length: 70_000 }, (_, at) => take(at)).filter((over) => over === null),
      ).toHaveLength(60_000);
      expect(Array.from({ length: 70_000 }, limits.takeProven).filter(Boolean)).toHaveLength(60_000);
    });

    it("count so many networks and no more", () => {
      const limits = limitsOn(
        { add: async (_network, current) => ({ before: 0, current }) },
        { perAddress: 1, inAll: 0 },
      );
      for (let at = 0; at <= 50_000; at++) limits.take(`11.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
      expect(takenOf(limits, "11.0.0.0", 3), "one of them").toBe(0);
      expect(takenOf(limits, other, 3), "one that came too late").toBe(3);
    });

    it("count an IPv6 subscriber once, whatever the second half of the address", () => {
      const limits = limitsOn(alone, { perAddress: 1 });
      expect(limits.take("2001:db8:1:2::1")).toBeNull();
      expect(limits.take("2001:db8:1:2:ffff::9")).not.toBeNull();
      expect(limits.take("2001:db8:1:3::1")).toBeNull();
    });

    it("count private addresses only in total, since all visitors behind an uncounted proxy share one", () => {
      const limits = limitsOn(alone, { perAddress: 1, inAll: 3 });
      expect(takenOf(limits, "10.0.0.2", 5)).toBe(3);
    });

    it.each(["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "::1", "fd12::1", "fe80::1"])(
      "%s is private",
      (ip) => expect(isPrivate(ip)).toBe(true),
    );
    it.each(["11.0.0.1", "172.32.0.1", "100.64.0.1", "203.0.113.5", "2001:db8::1"])("%s is not", (ip) =>
      expect(isPrivate(ip)).toBe(false),
    );

    it(
      "apply to the /56 and the /48 too: one household may have 65,536 smaller networks",
      holds("T43"),
      () => {
        const limits = limitsOn(alone, { perAddress: 2, inAll: 0 });
        const taken = (ip: (index: number) => string) =>
          Array.from({ length: 60 }, (_, at) => limits.take(ip(at))).filter((over) => over === null).length;
        expect(taken((at) => `2001:db8:1:1${at.toString(16).padStart(2, "0")}::1`)).toBe(6);
        expect(taken((at) => `2001:db8:2:${(at * 257).toString(16)}::1`)).toBe(18);
      },
    );

    it("allow any number where the limit is 0", () => {
      expect(takenOf(limitsOn(alone, { perAddress: 0, inAll: 0 }), one, 500)).toBe(500);
      expect(added).toEqual([]);
    });

    it("write nothing for a visitor's posts", () => {
      takenOf(limitsOn(alone, { perAddress: 1_200, inAll: 30_000 }), one, 50);
      expect(added).toEqual([]);
    });

    it("add what was taken during a query of the store to its answer", async () => {
      const limits = limitsOn({ add: async () => ({ before: 0, current: 60 }) });
      expect(takenOf(limits, one, 8)).toBe(8);
      await limits.settled();
      // The first five were told to the store, and are among its sixty.
      expect(takenOf(limits, one, 100)).toBe(100 - 60 - 3);
    });

    it("use their own count while the store fails, and say so", async () => {
      const said: unknown[] = [];
      const failing = { add: () => Promise.reject(new StoreBusy()) };
      const limits = limitsOn(failing, { log: (...line) => said.push(line) });
      expect(takenOf(limits, one, 150)).toBe(100);
      await limits.settled();
      expect(said[0]).toEqual(["limits.not_shared", { error: "StoreBusy" }]);
      // Once for each twentieth, however many posts were refused.
      expect(said.length).toBeLessThanOrEqual(22);
    });
  });

  describe.each(databases)("limits of posts on $name", holds("T28"), ({ start }) => {
    const on = twoStores(start, () => now);

    it("apply across all processes, except for a twentieth each", async () => {
      const processes = on.stores.map(({ postCounts }) => limitsOn(postCounts, { inAll: 0 }));
      let taken = 0;
      for (let post = 0; post < 300; post++) {
        const limits = processes[post % 2]!;
        if (limits.take(one) === null) taken++;
        await limits.settled();
      }
      expect(taken).toBeGreaterThanOrEqual(100);
      expect(taken).toBeLessThanOrEqual(110);
      for (const limits of processes) expect(limits.take(one)).not.toBeNull();
      for (const limits of processes) expect(limits.take(other)).toBeNull();
      now += minute;
      const newcomer = limitsOn(on.stores[0]!.postCounts, { inAll: 0 });
      takenOf(newcomer, one, 5);
      await newcomer.settled();
      const more = takenOf(newcomer, one, 100);
      expect(more, "one that was not there a minute ago").toBeLessThanOrEqual(25);
    });

    it("keep no address in the store, and nothing once it is old", async () => {
      await on.stores[0]!.postCounts.add(one, 1, now, minute);
      expect(JSON.stringify(await sqlOn(on.url, "select * from post_counts"))).not.toContain(one);
      now += 3 * 24 * 60 * minute;
      await on.stores[0]!.retention.sweep({ codes: 0 });
      expect(await sqlOn(on.url, "select * from post_counts")).toEqual([]);
    });
  });
});
