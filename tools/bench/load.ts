/** The visitors of a site that is measured, and what its process takes for them. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import autocannon, { type Result } from "autocannon";
import { send } from "../../test/support/send.ts";
import { sqlOn } from "../../test/support/store-reader.ts";
import { entriesC, JsonVisitor } from "../../test/support/visitors.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import type { BarePage, BareSite } from "./bare-site.ts";

/** An ad click: the address whose first view is measured. */
export const arrival = "/survey/c?affid=7&oid=57&s1=abc&sub2=x&gclid=z";
const [survey, query] = arrival.split(/(?=\?)/) as [string, string];
/** As browsers ask for pages. */
export const packed = { "Accept-Encoding": "gzip, deflate, br" };
export const entries = entriesC();

/** As a measured site is started, whose visitors all have one address. */
export const measuredSite = {
  "server.log": "off",
  "limits.posts-in-all": "0",
  "delivery.poll-ms": "1000",
  SESSION_SECRETS: "load".repeat(8),
  // As what was measured before.
  DATA_KEYS: "",
};

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10;

/**
 * Processor time so far of the process with this id, user and system together. On a busy machine it says more than the
 * clock: waiting for a turn does not count.
 */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(user) + Number(system)) * msPerTick;
}

/** Milliseconds of processor time for each of the things that were done, and how many a second. */
export type Cost = { cpuMs: number; perSecond: number };

/** @param pid whose processor time counts @param work returns how many things it did */
export async function costOf(pid: number, work: () => Promise<number>): Promise<Cost> {
  const [began, before] = [performance.now(), cpuMsOf(pid)];
  const count = await work();
  return {
    cpuMs: (cpuMsOf(pid) - before) / count,
    perSecond: (count * 1000) / (performance.now() - began),
  };
}

/** Keep-alive connections that first views are asked for by. */
const connections = 16;

type Load = { count: number; perSecond: number };

/**
 * Asks for a page again and again, over keep-alive connections, each the next time as soon as its answer is there.
 * @throws when an answer is no 200: a refusal is quick, and would pass for speed
 */
export async function repeat(url: string, path: string, forMs: number, headers = {}): Promise<Load> {
  const began = performance.now();
  const run = autocannon({ url: url + path, headers, duration: forMs / 1000, connections }, () => {});
  let count = 0;
  let last = began;
  // Autocannon's own duration is of whole seconds.
  run.on("response", () => {
    count += 1;
    last = performance.now();
  });
  const [{ errors, statusCodeStats = {} }] = (await once(run, "done")) as [Result];
  const others = Object.keys(statusCodeStats).filter((status) => status !== "200");
  if (errors > 0 || others.length > 0) throw new Error(`${errors} errors, and answers with ${others}`);
  return { count, perSecond: (count * 1000) / (last - began) };
}

const burstMs = 3_000;

/** So many first views as come in three seconds. */
export async function burst(
  { url, pid }: Pick<BareSite, "url" | "pid">,
  path: string,
  headers = {},
): Promise<Load & Cost> {
  let load!: Load;
  const { cpuMs } = await costOf(pid(), async () => {
    load = await repeat(url, path, burstMs, headers);
    return load.count;
  });
  return { ...load, cpuMs };
}

/** A page as this site sends it to a browser, so that a bare server can send the same bytes. */
export async function packedPage(url: string, path: string): Promise<BarePage> {
  const [answer] = (await once(get(url + path, { headers: packed }), "response")) as [IncomingMessage];
  const encoding = String(answer.headers["content-encoding"]);
  return { encoding, base64: (await buffer(answer)).toString("base64") };
}

/** Does something so many times, several at once: each next one begins when one has ended. */
export async function inTurns(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** A refused visitor asks again after so long. */
const againMs = 100;
/** So many at once, so that nothing waits for long. */
const atOnce = 4;

/** Visits that make a lead by the page's script: all at one kind of request, then all at the next. */
export class Visits implements Disposable {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  private readonly visitors: JsonVisitor[];
  private readonly url: string;

  constructor(url: string, count: number) {
    this.url = url;
    this.visitors = Array.from({ length: count }, () => new JsonVisitor(url, survey, { agent: this.agent }));
  }

  /** What the visitors need of their pages, uncompressed; to be left out of what is measured. */
  open(): Promise<number> {
    const opened = (visitor: JsonVisitor) =>
      visitor.open(query).then(({ cookie }) => ({ status: cookie ? 200 : 503 }));
    return this.each((visitor) => taken(() => opened(visitor)));
  }

  /** First views as browsers ask for them. */
  pages(): Promise<number> {
    const { agent, url } = this;
    return this.each(() => taken(() => send(url, arrival, { agent, headers: packed })));
  }

  /** Every answer, one by one. @returns how many answers */
  async answers(): Promise<number> {
    const visits = await this.each(async (visitor) => {
      for (const entry of entries) await taken(() => visitor.progress([entry]));
    });
    return visits * entries.length;
  }

  leads(): Promise<number> {
    return this.each((visitor) => taken(() => visitor.postLead()));
  }

  async all(): Promise<number> {
    await this.open();
    await this.pages();
    await this.answers();
    return this.leads();
  }

  [Symbol.dispose](): void {
    this.agent.destroy();
  }

  private async each(work: (visitor: JsonVisitor) => Promise<void>): Promise<number> {
    await inTurns(this.visitors.length, atOnce, (index) => work(this.visitors[index]!));
    return this.visitors.length;
  }
}

/** The roll-up of a finished visit follows within seconds. */
const rolledUpMs = 8_000;

/** Waits until everything is delivered and rolled up. @param url of the store */
export async function settled(url: string): Promise<void> {
  const waiting = "select count(*) as count from outbox where status in ('waiting', 'sending')";
  await waitFor("the deliveries", async () => (await countOf(url, waiting)) === 0);
  await setTimeout(rolledUpMs);
}

/** @param sql a question whose answer is one number, `count` */
export async function countOf(url: string, sql: string): Promise<number> {
  const [row] = await sqlOn<{ count: number | string }>(url, sql);
  return Number(row!.count);
}

/**
 * Asks again, as pages do, where the site has no turn: on a machine that is full of other work it refuses some, which count
 * with what was asked for.
 */
async function taken(ask: () => Promise<{ status: number }>): Promise<void> {
  for (;;) {
    const { status } = await ask();
    if (status === 200) return;
    if (status !== 503) throw new Error(`a visitor was answered ${status}`);
    await setTimeout(againMs);
  }
}
