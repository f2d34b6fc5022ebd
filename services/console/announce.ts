import { setTimeout } from "node:timers/promises";
import { maskedLine } from "../observe/masked-lead.ts";
import type { Leads } from "../store/leads/leads.ts";

const everyMs = 1_000;
/** A longer list is too much to read. */
const most = 20;

/** Prints one masked line for every lead that comes in from now on, whichever process stored it. */
export function announceLeads(
  leads: Pick<Leads, "list">,
  print: (line: string) => void,
): { stop(): Promise<void> } {
  const end = new AbortController();
  const since = Date.now();
  let last = "";
  const look = async () => {
    const newest = (await leads.list({ since, limit: most })).filter(({ id }) => id > last);
    last = newest[0]?.id ?? last;
    for (const lead of newest.reverse()) print(maskedLine(lead));
  };
  const run = async () => {
    while (!end.signal.aborted) {
      // A store in trouble is reported elsewhere.
      await look().catch(() => undefined);
      await setTimeout(everyMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      end.abort();
      await running;
    },
  };
}
