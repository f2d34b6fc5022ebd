import { setTimeout } from "node:timers/promises";
import autocannon from "autocannon";
import { describe, expect, it } from "vitest";
import { flagValues } from "../../../machines/rules/page-flags.ts";
import { siteForTests } from "../../../test/support/during.ts";
import { holds } from "../../../test/support/holds.ts";
import { entriesC, JsonVisitor } from "../../../test/support/visitors.ts";
import { quantile } from "../../bench/report.ts";

const site = siteForTests({ TRUST_PROXY: "1" });
const from = (ip: string) => ({ "X-Forwarded-For": ip });
/** The connections are all there after the first. */
const [openingMs, measuredMs] = [1_500, 3_000];

/**
 * How long a visitor of another address waits, in milliseconds: the median.
 * @throws unless each is answered 200
 */
async function waits(): Promise<{ page: number; answer: number }> {
  const page: number[] = [];
  const answer: number[] = [];
  const timed = async <Result>(times: number[], ask: Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await ask;
    times.push(performance.now() - began);
    return result;
  };
  for (const end = performance.now() + measuredMs; performance.now() < end; ) {
    const visitor = new JsonVisitor(site.url, "/survey/c", { headers: from("203.0.113.2") });
    await timed(page, visitor.open());
    expect(visitor.cookie).not.toBe("");
    for (const entry of entriesC().slice(0, 3)) {
      expect((await timed(answer, visitor.progress([entry]))).status).toBe(200);
    }
  }
  return { page: quantile(page, 0.5), answer: quantile(answer, 0.5) };
}

/** No page of these is in memory before it is asked for. */
const mixes = Array.from({ length: 2_000 }, (_, mix) => {
  const chosen = Object.keys(flagValues).filter((_flag, bit) => (mix >> bit) % 2 === 1);
  return { path: `/survey/c?flags=${chosen}` };
});

type Load = { headers?: Record<string, string>; requests?: { path: string }[] };
const kinds: [which: string, load: () => Promise<Load> | Load][] = [
  ["which begin a visit", () => ({})],
  ["which nobody has asked for before", () => ({ requests: mixes })],
  ["each by a connection of its own", () => ({ headers: { Connection: "close" } })],
  [
    "of a visit under way",
    async () => {
      const visitor = await new JsonVisitor(site.url).open();
      await visitor.progress(entriesC().slice(0, 3));
      return { headers: { Cookie: visitor.cookie } };
    },
  ],
];

describe("while 200 connections of one address ask for pages as fast as they can", () => {
  it.each(kinds)(
    "another visitor's page and answer come in half the time that they take: %s",
    holds("T37"),
    async (_which, load) => {
      const { headers, requests } = await load();
      const hammering = autocannon({
        url: `${site.url}/survey/c`,
        connections: 200,
        headers: { ...from("203.0.113.1"), ...headers },
        requests,
        duration: (openingMs + measuredMs) / 1_000 + 1,
        // A thread of its own.
        workers: 1,
      });
      await setTimeout(openingMs);
      const [found, { latency }] = await Promise.all([waits(), hammering]);
      // Of the same seconds, however slow the machine is in them. Without turns everybody waits alike.
      expect(found.page).toBeLessThan(latency.p50 / 2);
      expect(found.answer).toBeLessThan(latency.p50 / 2);
    },
  );
});
