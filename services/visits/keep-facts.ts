import type { Fact } from "../../machines/visit/facts.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { StoreBusy } from "../store/errors.ts";
import type { Store } from "../store/types.ts";
import { storedLog } from "./resolve-visit.ts";

const tries = 12;

/**
 * Adds facts to a stored visit, wherever it stands by now. Once it has made its lead nothing is added.
 * @returns the whole log
 * @throws StoreUnavailable when the store cannot take it now
 */
export async function keepFacts(
  store: Pick<Store, "visits">,
  visitId: string,
  facts: readonly Fact[],
  now: () => number,
): Promise<LogEntry[]> {
  for (let count = 1; count <= tries; count++) {
    const visit = await store.visits.load(visitId);
    const log = storedLog(visit);
    if (!visit || visit.leadId) return log;
    const entries = facts.map((body) => ({ kind: "fact" as const, at: now(), body }));
    if ((await store.visits.append(visit, log.length, entries)) === "ok") return [...log, ...entries];
  }
  throw new StoreBusy();
}
