import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { type Chance, chanceFrom } from "../../../services/analytics/simulation/behaviour.ts";
import { entriesC, JsonVisitor } from "../../../test/support/json-visitor.ts";
import type { SiteProcess } from "../../../test/support/site.ts";
import { cpuMsOf, keptMsOf } from "../../bench/cpu-time.ts";
import { quantile } from "../../bench/figure.ts";
import { arrivalQuery } from "../../bench/visits.ts";

/** What a real site showed at one rate. */
export type Pressed = {
  perMinute: number;
  /** Processors that the site's process kept busy. */
  siteBusy: number;
  /** Processors that it could have kept busy, had other programs not had them. */
  siteKept: number;
  answersPerSecond: number;
  p50: number;
  p99: number;
  /** Answers other than 200. */
  refused: number;
};

/** `thinkMs` is the mean time between two requests of one. */
type Visitors = { perMinute: number; seconds: number; thinkMs: number; seed: number };

const entries = entriesC();

/** Visitors come at random at this rate, for so long; the last ones are waited for. */
export async function press(
  site: SiteProcess,
  { perMinute, seconds, thinkMs, seed }: Visitors,
): Promise<Pressed> {
  const chance = chanceFrom(seed);
  const times: number[] = [];
  let refused = 0;
  const timed = async <Answer extends { status: number }>(ask: Promise<Answer>) => {
    const began = performance.now();
    const { status } = await ask;
    times.push(performance.now() - began);
    if (status !== 200) refused += 1;
  };
  const visit = async () => {
    const visitor = new JsonVisitor(site.url, "/survey/c", { agent });
    await timed(visitor.open(arrivalQuery).then(({ cookie }) => ({ status: cookie ? 200 : 500 })));
    for (const entry of entries) {
      await setTimeout(pause(chance, thinkMs));
      await timed(visitor.progress([entry]));
    }
    await timed(visitor.postLead());
  };
  // Connections are kept, as browsers do; it is others who use them next.
  const agent = new Agent({ keepAlive: true });
  const [began, cpu, kept] = [performance.now(), cpuMsOf(site.pid()), keptMsOf(site.pid())];
  const underWay: Promise<void>[] = [];
  for (let at = 0; at < seconds * 1000; at += pause(chance, 60_000 / perMinute)) {
    await setTimeout(Math.max(0, began + at - performance.now()));
    underWay.push(visit());
  }
  await Promise.all(underWay);
  const elapsed = performance.now() - began;
  agent.destroy();
  return {
    perMinute,
    siteBusy: (cpuMsOf(site.pid()) - cpu) / elapsed,
    siteKept: (keptMsOf(site.pid()) - kept) / elapsed,
    answersPerSecond: (times.length * 1000) / elapsed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    refused,
  };
}

const pause = (chance: Chance, mean: number) => -Math.log(1 - chance.next()) * mean;
