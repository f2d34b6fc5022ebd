import type { AnalyticsStore } from "../../../services/store/analytics/analytics.ts";
import type { AnalyticsSession } from "../../../services/store/rows.ts";

type Read = Pick<AnalyticsStore, "lastChange" | "sessionsSince" | "sourcesSince" | "tracesSince">;

/** Sessions as the store would tell them, ids and all. */
export function keptInMemory(sessions: readonly (AnalyticsSession & { lastAt?: number })[]): Read {
  const sources = shared(sessions.map(({ source }) => source));
  const traces = shared(sessions.map(({ trace }) => trace));
  const kept = sessions.map(({ source, trace, lastAt = null, ...session }, index) => ({
    ...session,
    lastAt: lastAt as number | null,
    id: index + 1,
    change: index + 1,
    sourceId: sources.idOf(source),
    traceId: traces.idOf(trace),
  }));
  return {
    lastChange: async () => kept.length,
    sessionsSince: async (change, limit) => kept.filter((each) => each.change > change).slice(0, limit),
    sourcesSince: async (id, limit) => sources.rows.filter((row) => row.id > id).slice(0, limit),
    tracesSince: async (id, limit) => traces.rows.filter((row) => row.id > id).slice(0, limit),
  };
}

function shared<Row extends object>(given: readonly Row[]) {
  const byText = new Map(given.map((row) => [JSON.stringify(row), row]));
  const texts = [...byText.keys()];
  return {
    rows: [...byText.values()].map((row, index) => ({ ...row, id: index + 1 })),
    idOf: (row: Row) => texts.indexOf(JSON.stringify(row)) + 1,
  };
}
