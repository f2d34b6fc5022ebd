import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { distinctFloods, slowBody } from "../../../test/support/distinct-floods.ts";
import { inspected, lookInto } from "../../../test/support/largest-collections.ts";
import { startSiteProcess } from "../../../test/support/site.ts";

const minutes = 10;
const everyMinutes = 2;
/** Clients that never end what they send, at once. */
const slowClients = 100;
/** The largest memory of words that strangers choose: the networks of allowances.ts. */
const mostKnown = 50_000;

it("ten minutes of floods leave the site as large as it was", { timeout: 900_000 }, async () => {
  await using site = await startSiteProcess({ ...inspected, TRUST_PROXY: "1", LOG: "off" });
  const memory = await lookInto(site);
  const residentMb = () =>
    Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid()}/status`, "utf8"))![1]) / 1024);
  let sent = 0;
  const heaps: number[] = [];
  const look = async (at: number) => {
    const resident = residentMb();
    const largest = (await memory.largest(500)).filter(({ kind }) => kind !== "Array");
    heaps.push(await memory.heapMb());
    console.log(`${at} min: ${sent} sent, resident ${resident} MB, heap ${heaps.at(-1)} MB`);
    for (const { kind, size, first } of largest) console.log(`  ${kind} of ${size}: ${first}`);
    return largest;
  };
  const before = await look(0);
  const began = performance.now();
  const isOver = () => performance.now() - began > minutes * 60_000;
  const flooding = Object.values(distinctFloods).map(async (flood) => {
    for (let number = 0; !isOver(); number++) {
      await flood(site.url, number).catch(() => undefined);
      sent += 1;
    }
  });
  const slow: (() => void)[] = [];
  let next = everyMinutes;
  for (let number = 0; !isOver(); number++) {
    slow.push(slowBody(site.url, number));
    if (slow.length > slowClients) slow.shift()!();
    if (performance.now() - began > next * 60_000) {
      await look(next);
      next += everyMinutes;
    }
    await setTimeout(500);
  }
  await Promise.all(flooding);
  for (const close of slow) close();
  const after = await look(minutes);
  memory.close();
  for (const { size, first } of after)
    expect(size, first).toBeLessThanOrEqual(
      Math.max(mostKnown + 10, before.find((each) => each.first === first)?.size ?? 0),
    );
  expect(heaps.at(-1)! - heaps[0]!).toBeLessThan(30);
});
