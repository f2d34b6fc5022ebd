import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";

const perAddress = 2;
const site = siteForTests({ TRUST_PROXY: "1", POSTS_PER_ADDRESS: String(perAddress), POSTS_IN_ALL: "0" });

/** @returns how many of 60 posts were not refused, each from the address of its number */
async function taken(addressOf: (index: number) => string): Promise<number> {
  let count = 0;
  for (let index = 0; index < 60; index++) {
    const headers = { "X-Forwarded-For": addressOf(index) };
    const { status } = await send(site.url, "/api/progress", { json: {}, headers });
    if (status !== 429) count++;
  }
  return count;
}

// Each try in networks of its own, as what was counted stays counted.
let networks = 0x10;
const newNetwork = () => `2001:db8:${(networks++).toString(16)}`;

it.each([
  ["address of one /64", (index: number) => `1:2::${index.toString(16)}`, perAddress],
  ["/64 of one /56", (index: number) => `a${(index + 16).toString(16)}::1`, 3 * perAddress],
  ["/64 of one /48", (index: number) => `${(257 * (index + 16)).toString(16)}::1`, 9 * perAddress],
])(
  "posts each from another %s share a limit, and take nothing from the next /48",
  holds("T56"),
  async (_, restOf, most) => {
    const network = newNetwork();
    expect(await taken((index) => `${network}:${restOf(index)}`)).toBe(most);
    const neighbor = { "X-Forwarded-For": `${newNetwork()}::1` };
    expect((await send(site.url, "/api/progress", { json: {}, headers: neighbor })).status).toBe(400);
  },
);

it("each spelling of one address is the same one", holds("T56"), async () => {
  const digits = (networks++).toString(16);
  const spellings = [
    `2001:db8:${digits}:0::1`,
    `2001:DB8:${digits}::1`,
    `2001:0db8:${digits.padStart(4, "0")}:0000::0001`,
    `[2001:db8:${digits}::1]:443`,
  ];
  expect(await taken((index) => spellings[index % spellings.length]!)).toBe(perAddress);
});
