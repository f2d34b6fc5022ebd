import { expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { dwellClasses, unpackDwells } from "../../../services/analytics/dwell.ts";
import { conditionsOf } from "../../../services/analytics/index/conditions.ts";
import { count } from "../../../services/analytics/index/count.ts";
import { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { viewsSince } from "../../../services/analytics/index/views.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import { keptInMemory } from "./kept-in-memory.ts";

const day = dayCounter("America/New_York");
const given = { sessions: 100, seed: 1, variant: variants.get("c")!, days: 14, until: Date.UTC(2026, 5, 15) };
const sessions = [...simulate({ ...given, day })].map(({ session }) => session);
const index = new SessionIndex();
await index.refresh(keptInMemory(sessions));
const conditions = conditionsOf(index, "c", "simulated", {}, 0);
const since = viewsSince(index, undefined);

it.each([
  [1_000, 1],
  [100, 1],
  [99, 2],
  [16, 8],
  [1, 128],
])("of at most %s timed sessions every %sth is timed, and all are counted", (most, every) => {
  const {
    sessions: counted,
    byTrace,
    dwells,
    timedEvery,
  } = count(index, index.ofVariant("c"), conditions, since, most);
  expect([counted, byTrace.reduce((sum, each) => sum + each, 0), timedEvery]).toEqual([100, 100, every]);
  const byClass = Array<number>(dwellClasses).fill(0);
  for (const [at, { dwells: packed }] of sessions.entries())
    if (at % every === 0) for (const dwell of unpackDwells(packed)) byClass[dwell]!++;
  const found = byClass.map((_, each) =>
    dwells.reduce((sum, n, at) => sum + (at % dwellClasses === each ? n : 0), 0),
  );
  expect(found).toEqual(byClass);
});
