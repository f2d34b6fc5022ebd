import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { BarePage, BareSite } from "./bare-site.ts";
import { cpuMsOf } from "./cpu-time.ts";
import { type Load, repeat } from "./load.ts";
import { packed } from "./visits.ts";

const burstMs = 3_000;

/** What a burst of requests showed; `cpuMs` is the processor time that the server took for each. */
export type Burst = Load & { cpuMs: number };

/** @param perSecond a fixed rate; without one each request follows the answer to the one before */
export async function burst(
  { url, pid }: Pick<BareSite, "url" | "pid">,
  path: string,
  headers = {},
  perSecond?: number,
): Promise<Burst> {
  const before = cpuMsOf(pid());
  const load = await repeat(url, path, burstMs, headers, perSecond);
  return { ...load, cpuMs: (cpuMsOf(pid()) - before) / load.count };
}

/** A page as this site sends it to a browser, so that a bare server can send the same bytes. */
export async function packedPage(url: string, path: string): Promise<BarePage> {
  const [answer] = (await once(get(url + path, { headers: packed }), "response")) as [IncomingMessage];
  const encoding = String(answer.headers["content-encoding"]);
  return { encoding, base64: (await buffer(answer)).toString("base64") };
}
