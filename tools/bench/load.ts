import { once } from "node:events";
import autocannon, { type Request, type Result } from "autocannon";
import { quantile } from "./figure.ts";

/** As many visitors at once as the reference figures were taken with. */
export const visitors = 16;

/** What a burst of requests showed; `p99` is in milliseconds. */
export type Load = { count: number; perSecond: number; p99: number };

/**
 * Sends one request again and again, over keep-alive connections, each the next one as soon as its answer is there.
 * @param perSecond a fixed rate instead
 * @throws when an answer is no 200: a refusal is quick, and would pass for speed
 */
export function repeat(
  url: string,
  path: string,
  forMs: number,
  headers = {},
  perSecond?: number,
): Promise<Load> {
  const rate = perSecond ? { overallRate: perSecond } : {};
  return drive({ url: url + path, headers, duration: forMs / 1000, ...rate });
}

/** Sends each of these requests once, in the same way. */
export function sendEach(url: string, requests: readonly Request[]): Promise<Load> {
  let client = 0;
  return drive({
    url,
    connections: Math.min(visitors, requests.length),
    amount: requests.length,
    // As autocannon distributes the amount: the first connections have one more.
    setupClient: (connection) => {
      const own = client++;
      connection.setRequests(requests.filter((_, index) => index % visitors === own));
    },
  });
}

/** A post of JSON. */
export function postJson(path: string, body: unknown, headers: Record<string, string>): Request {
  const all = { ...headers, "Content-Type": "application/json" };
  return { method: "POST", path, headers: all, body: JSON.stringify(body) };
}

async function drive(options: autocannon.Options): Promise<Load> {
  const times: number[] = [];
  const began = performance.now();
  const run = autocannon({ connections: visitors, ...options }, () => {});
  let last = began;
  // Autocannon's own percentiles are of whole milliseconds, and its duration of whole seconds.
  run.on("response", (_client, _status, _bytes, ms) => {
    times.push(ms);
    last = performance.now();
  });
  const [{ errors, statusCodeStats = {} }] = (await once(run, "done")) as [Result];
  const others = Object.keys(statusCodeStats).filter((status) => status !== "200");
  if (errors > 0 || others.length > 0) throw new Error(`${errors} errors, and answers with ${others}`);
  return {
    count: times.length,
    perSecond: (times.length * 1000) / (last - began),
    p99: quantile(times, 0.99),
  };
}
