import { variants } from "../../../machines/registry.ts";
import { type Look, viewCounter } from "../../../services/analytics/first-views.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import { SessionIndex } from "../../../services/features/numbers/index/session-index.ts";
import { type Simulated, simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import type { NumbersStore } from "../../../services/features/numbers/tables/numbers.ts";
import type { AnalyticsSession, ViewCount } from "../../../services/store/rows.ts";

type Read = Pick<NumbersStore, "lastChange" | "sessionsSince" | "sourcesSince" | "tracesSince">;

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

/** These looks as they would be stored. */
export function viewsOf(some: readonly Look[], day: (at: number) => number): ViewCount[] {
  const counter = viewCounter({ settings: {}, day, simulated: true, most: Number.POSITIVE_INFINITY });
  for (const look of some) counter.seen(look);
  return counter.take();
}

/** An index of these sessions and views, as a store would give them. */
export async function indexOf(
  sessions: readonly Simulated[],
  counts: readonly ViewCount[],
): Promise<SessionIndex> {
  const index = new SessionIndex();
  const store = keptInMemory(sessions.map(({ session }) => session));
  const first = (await store.sourcesSince(0, 1e6)).length;
  const sources = counts.map(({ source }, at) => ({ ...source, id: first + 1 + at }));
  const sourcesSince = async (id: number, limit: number) => [
    ...(await store.sourcesSince(id, limit)),
    ...sources.filter((source) => source.id > id).slice(0, limit),
  ];
  const rows = counts.map(({ source, refused, ...count }, at) => ({
    ...count,
    refused: refused ? JSON.stringify(refused) : null,
    id: at + 1,
    change: at + 1,
    sourceId: first + 1 + at,
  }));
  await index.refresh({ ...store, sourcesSince });
  await index.refreshViews(
    { ...store, sourcesSince },
    { since: async (change, limit) => rows.filter((row) => row.change > change).slice(0, limit) },
  );
  return index;
}

const made = new Map<string, Promise<SessionIndex>>();

/** An index of simulated sessions of two weeks, made once for all tests that only read it. */
export function simulatedIndex(code: string, sessions: number): Promise<SessionIndex> {
  const key = `${code} ${sessions}`;
  const index = made.get(key) ?? indexed(code, sessions);
  made.set(key, index);
  return index;
}

async function indexed(code: string, sessions: number): Promise<SessionIndex> {
  const [variant, until] = [variants.get(code)!, Date.UTC(2026, 5, 15)];
  const simulated = simulate({ sessions, seed: 3, variant, days: 14, until, day: dayCounter("UTC") });
  const index = new SessionIndex();
  await index.refresh(keptInMemory([...simulated].map(({ session }) => session)));
  return index;
}
