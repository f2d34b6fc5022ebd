import type { Answers } from "../../machines/rules/answers.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { rollBatch } from "../../services/analytics/roller.ts";
import { dayCounter } from "../../services/calendar/days.ts";
import { silentLog } from "../../services/observe/log.ts";
import type { NewEntry } from "../../services/store/rows.ts";
import type { Store } from "../../services/store/store.ts";
import { type DatabaseServer, freshStore } from "./databases.ts";
import { sqlOn } from "./store-reader.ts";

const day = dayCounter("America/New_York");

/** An empty store for each test, and how its visits are rolled up. */
export function rolledStore(start: () => Promise<DatabaseServer>) {
  const on = freshStore(start, {}, Date.UTC(2026, 5, 15));

  const roll = (by: Store = on.store, quietMs = 0) =>
    rollBatch({ store: by, settings: {}, day, now: () => on.now, quietMs, log: silentLog });
  const rollAll = async () => {
    while ((await roll()) > 0);
  };

  const rows = () =>
    sqlOn(
      on.url,
      `select visit_id, day, result, dq_reason, dwells, items, place, t.variant, path, offer, affiliate, sub_id, version,
              device, language, flags, scripts, simulated
         from analytics_sessions s join analytics_traces t on t.id = s.trace_id
         join analytics_sources c on c.id = s.source_id order by visit_id`,
    );
  return { on, roll, rollAll, rows };
}

export const entries = (log: readonly LogEntry[]) => log as NewEntry[];
export const began = (at: number): LogEntry => ({
  at,
  kind: "entry",
  body: { path: "/survey/c", query: { affid: "7" }, referer: "", device: "phone" },
});
export const answer = (at: number, step: string, answers: Answers = {}): LogEntry => ({
  at,
  kind: "answer",
  body: { step, answers },
});
