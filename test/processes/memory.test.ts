import { expect, it } from "vitest";
import { holds } from "../support/holds.ts";
import { type Collection, distinctFloods, inspected, lookInto } from "../support/processes.ts";
import { startSiteProcess } from "../support/site.ts";

/** How many of each: more than pages are kept for, and more browsers than are remembered. */
const floods = {
  "browsers and what they take": 1_100,
  "opt-out forms": 600,
  "links of advertisements": 600,
  "unknown paths": 600,
};
const clients = 8;

/** What may contain more than 550 entries, by the form of its first key, and its limit. */
const bounds: [of: string, key: RegExp, most: number][] = [
  ["networks (allowances.ts; those beyond share the widest around them)", /^[\da-f]+[.:][\da-f.:]+$/, 50_010],
  ["first views of some seconds (view-counter.ts)", /\n/, 5_000],
  ["paths (log.ts)", /^\//, 1_000],
];

it("words chosen by strangers cannot fill the memory", {
  ...holds("T28"),
  timeout: 300_000,
}, async () => {
  await using site = await startSiteProcess({ ...inspected, TRUST_PROXY: "1" });
  const memory = await lookInto(site);
  const keyOf = ({ kind, first }: Collection) => `${kind} of ${first}`;
  const least = 550;
  const before = new Set((await memory.largest(least)).map(keyOf));
  const due = Object.entries(floods).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, number) => ({ send: distinctFloods[name]!, number })),
  );
  const client = async () => {
    for (let next = due.pop(); next; next = due.pop()) await next.send(site.url, next.number);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const large = (await memory.largest(least)).filter((each) => !before.has(keyOf(each)));
  memory.close();
  const boundOf = ({ first }: Collection) => bounds.find(([, key]) => key.test(first))?.[2] ?? 0;
  expect(large.map(boundOf), "networks are seen").toContain(50_010);
  expect(large.filter((each) => each.size > boundOf(each))).toEqual([]);
});
