import { expect, it } from "vitest";
import { comparedInTurn, hashOfPassword } from "../../../services/console/passwords.ts";
import { judge } from "../../../services/console/sign-in.ts";
import type { Share } from "../../../services/store/guards/budgets.ts";
import { holds } from "../../support/holds.ts";

it("passwords are compared one after the other, and few wait", holds("T115"), async () => {
  const hash = await hashOfPassword("right");
  const strangers = Array.from({ length: 30 }, () => comparedInTurn("guess", hash));
  const owner = comparedInTurn("right", hash, true);
  const flood = await Promise.all(strangers);
  expect(flood).toEqual([...Array(10).fill(false), ...Array(20).fill(undefined)]);
  expect(await owner, "of a known browser").toBe(true);
});

/** What a try from this address takes, where nothing is left. */
async function sharesFrom(ip: string, browser?: string): Promise<Map<string, number>> {
  const taken = new Map<string, number>();
  const take = async (shares: readonly Share[]) => {
    for (const { name, of, most } of shares) taken.set(`${name} ${of}`, most);
    return { share: shares[0]!, waitMs: 1 };
  };
  const budgets = { take, taken: async () => [] };
  const verdict = await judge(
    { name: "ana", password: "x", code: "" },
    { ip, browser },
    {
      file: undefined,
      budgets,
      now: Date.now,
    },
  );
  expect(verdict).toBe("too many");
  return taken;
}

it("tries are counted by the networks that hold others, too", holds("T115"), async () => {
  const [one, other] = [await sharesFrom("203.0.113.4"), await sharesFrom("203.0.113.5")];
  expect([...one.keys()].filter((key) => other.has(key))).toEqual([
    "console tries network 203.0.113.0/24",
    "console tries name ana",
  ]);
  expect(one.get("console tries network 203.0.113.0/24")).toBe(60);
  const [half, next] = [await sharesFrom("2001:db8:7:1::1"), await sharesFrom("2001:db8:7:2ff::1")];
  expect([...half.keys()].filter((key) => next.has(key))).toEqual([
    "console tries network 2001:db8:7/48",
    "console tries name ana",
  ]);
  expect(half.get("console tries network 2001:db8:7/48")).toBe(120);
});

it(
  "tries from a browser in which the person has signed in count by themselves alone",
  holds("T134"),
  async () => {
    expect(await sharesFrom("203.0.113.4", "b1")).toEqual(new Map([["console tries browser b1 ana", 10]]));
  },
);
