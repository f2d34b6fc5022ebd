import { type Look, viewCounter } from "../../../services/analytics/first-views.ts";
import { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import type { Simulated } from "../../../services/analytics/simulation/simulate.ts";
import type { ViewCount } from "../../../services/store/rows.ts";
import { keptInMemory } from "./kept-in-memory.ts";

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
    ...{ id: at + 1, change: at + 1, sourceId: first + 1 + at },
  }));
  await index.refresh({ ...store, sourcesSince });
  await index.refreshViews(
    { ...store, sourcesSince },
    { since: async (change, limit) => rows.filter((row) => row.change > change).slice(0, limit) },
  );
  return index;
}
