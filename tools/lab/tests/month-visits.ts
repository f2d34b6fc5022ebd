import { expect } from "vitest";
import type { Site } from "../../../test/support/site.ts";
import { entriesC, JsonVisitor } from "../../../test/support/visitors.ts";
import { waitFor } from "../../../test/support/wait-for.ts";

export const affiliates = ["7", "252", "9"] as const;
const cities = [
  { zip_code: "90210", state: "CA" },
  { zip_code: "75201", state: "TX" },
  { zip_code: "33101", state: "FL" },
];

export const campaigns = ["spring", "summer"] as const;
export const adSets = ["west", "south", "east", "north"] as const;
/** The sub ids of a visit's campaign and ad set. */
export const sourceOf = (n: number) => [campaigns[n % 2]!, adSets[Math.floor(n / 2) % 4]!] as const;

/** Every twenty-third number is one of the list; the last four digits of one are its visit's count. */
export const isListed = (number: string) => Number(number.slice(-4)) % 23 === 5;

/** One visitor: of ten, six are wanted by buyers, two have a lawyer already, and two leave on the way. */
export async function visit({ url }: Site, n: number): Promise<void> {
  // Some links say it by other parameters than sub ids, which our scripts do not send.
  const [campaign, set] = sourceOf(n);
  const named = n % 5 === 0 ? `utm_campaign=${campaign}&utm_term=${set}` : `sub2=${campaign}&sub3=${set}`;
  const { zip_code } = cities[n % cities.length]!;
  const headers = {
    "X-Forwarded-For": `11.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    Referer: `${url}/survey/c?${named}`,
  };
  const visitor = new JsonVisitor(url, "/survey/c", { headers });
  // A crowded machine turns some away, who come again.
  const arrive = () => visitor.open(`?affid=${affiliates[Math.floor(n / 3) % 3]}&oid=57&s1=${n}&${named}`);
  await waitFor(`visit ${n} to be served`, async () => (await arrive()).cookie !== "");
  const phone = `(213) 555-${String(n % 10_000).padStart(4, "0")}`;
  const entries = entriesC({
    NameAndEmail: { firstName: "Ana", lastName: "Rivera", email: `visitor-${n}@example.com` },
    PhoneAndZip: { phone, zip_code },
    ...(n % 10 > 7 && { HasLawyer: { option: "yes" } }),
  });
  const leaves = n % 10 > 5 && n % 10 < 8;
  const { status, text } = await visitor.progress(leaves ? entries.slice(0, 1 + (n % 8)) : entries);
  expect(status, `visit ${n}: ${text}`).toBe(200);
  if (leaves) return;
  const posted = await visitor.postLead();
  expect(posted.status, `visit ${n}: ${posted.text}`).toBe(200);
}
