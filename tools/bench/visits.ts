import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { send } from "../../test/support/send.ts";
import { sqlOn } from "../../test/support/store-reader.ts";
import { entriesC, JsonVisitor } from "../../test/support/visitors.ts";
import { waitFor } from "../../test/support/wait-for.ts";

/** As a measured site is started, whose visitors all have one address. */
export const measuredSite = {
  LOG: "off",
  POSTS_IN_ALL: "0",
  OUTBOX_POLL_MS: "1000",
  SESSION_SECRETS: "load".repeat(8),
};

/** As browsers ask for pages. */
export const packed = { "Accept-Encoding": "gzip, deflate, br" };

export const entries = entriesC();
export const arrivalQuery = "?affid=7&s1=abc";

/** So many at once, so that nothing waits for long. */
const atOnce = 4;
/** The roll-up of a finished visit follows within seconds. */
const rolledUpMs = 8_000;

/** Visits that make a lead by the page's script: all at one kind of request, then all at the next. */
export class Visits implements Disposable {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  private readonly visitors: JsonVisitor[];
  private readonly url: string;

  constructor(url: string, count: number) {
    this.url = url;
    this.visitors = Array.from(
      { length: count },
      () => new JsonVisitor(url, "/survey/c", { agent: this.agent }),
    );
  }

  /** What the visitors need of their pages, uncompressed; to be left out of what is measured. */
  open(): Promise<void> {
    return this.each(async (visitor) => void (await visitor.open(arrivalQuery)));
  }

  /** First views as browsers ask for them. @param times for each visitor */
  async pages(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await this.each(async () =>
        demand(await send(this.url, `/survey/c${arrivalQuery}`, { agent: this.agent, headers: packed })),
      );
    }
  }

  /** Every answer, one by one. */
  answers(): Promise<void> {
    return this.each(async (visitor) => {
      for (const entry of entries) demand(await visitor.progress([entry]));
    });
  }

  leads(): Promise<void> {
    return this.each(async (visitor) => demand(await visitor.postLead()));
  }

  async all(): Promise<void> {
    await this.open();
    await this.pages(1);
    await this.answers();
    await this.leads();
  }

  [Symbol.dispose](): void {
    this.agent.destroy();
  }

  private async each(work: (visitor: JsonVisitor) => Promise<void>): Promise<void> {
    let next = 0;
    const worker = async () => {
      for (let visitor = this.visitors[next++]; visitor; visitor = this.visitors[next++]) await work(visitor);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }
}

/** Waits until everything is delivered and rolled up. @param url of the store */
export async function settled(url: string): Promise<void> {
  await waitFor("the deliveries", async () => {
    const [row] = await sqlOn<{ waiting: number | string }>(
      url,
      "select count(*) as waiting from outbox where status in ('waiting', 'sending')",
    );
    return Number(row!.waiting) === 0;
  });
  await setTimeout(rolledUpMs);
}

export function demand({ status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Error(`a visitor was answered ${status}: ${text.slice(0, 200)}`);
}
