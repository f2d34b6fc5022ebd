import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { breakdownNames } from "../../services/analytics/breakdown.ts";
import { breakdownIn } from "../../services/analytics/index/breakdown.ts";
import { numbersOf } from "../../services/analytics/index/numbers.ts";
import { overviewIn } from "../../services/analytics/index/overview.ts";
import { seriesIn } from "../../services/analytics/index/series.ts";
import { SessionIndex } from "../../services/analytics/index/session-index.ts";
import { noDwells, type Sessions } from "../../services/analytics/index/sessions.ts";
import { visitRows } from "../../services/analytics/index/visit-rows.ts";
import { dimensions, type Filters } from "../../services/analytics/types.ts";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { questions } from "./analytics-questions.ts";
import { atMost, type Measured, measured, quantile } from "./figure.ts";
import { type Report, report } from "./report.ts";
import { simulatedVariant, simulateSessions } from "./simulated-sessions.ts";

const simulated = 200_000;
const asked = 24;
/** The goals for the p95 of any filter, in milliseconds. */
const sizes = [
  { copies: 5, goal: 150 },
  { copies: 50, goal: undefined },
  { copies: 500, goal: 3_000 },
];

/** What analysts wait for with 1, 10 and 100 million sessions in memory: simulated ones, each many times. */
export async function manySessions(): Promise<Report> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-many-sessions-"));
  const file = join(folder.path, "sessions.db");
  await simulateSessions(file, simulated);
  const figures: Measured[] = [];
  for (const { copies, goal } of sizes) figures.push(...figuresOf(await indexOf(file, copies), copies, goal));
  return report(
    "many-sessions",
    `${simulated.toLocaleString("en-US")} simulated sessions of v4nv, each 5, 50 and 500 times; ${asked} combinations of filters, each asked once.`,
    figures,
  );
}

async function indexOf(file: string, copies: number): Promise<SessionIndex> {
  const store = await openStore({ url: `file:${file}`, now: Date.now, log: silentLog });
  const index = new SessionIndex();
  await index.refresh(store.analytics);
  await store.close();
  repeat(index.ofVariant(simulatedVariant.code)!, copies);
  return index;
}

/** Repeats every session, its dwell times too, as another session has its own. */
function repeat(sessions: Sessions, copies: number): void {
  const { dwellStart, dwells, fastCount: _, ...others } = sessions;
  const [{ count }, times] = [sessions, dwells.length];
  const starts = dwellStart.values.slice(0, count);
  const once = Object.values(others).map((column) => ({ column, values: column.values.slice(0, count) }));
  const ownDwells = dwells.values.slice(0, times);
  for (let copy = 1; copy < copies; copy++) {
    for (const { column, values } of once) column.append(values);
    dwellStart.append(starts.map((start) => (start === noDwells ? start : start + copy * times)));
    dwells.append(ownDwells);
  }
}

function figuresOf(index: SessionIndex, copies: number, goal: number | undefined): Measured[] {
  const [now, size] = [Date.now(), `${(copies * simulated) / 1e6} M sessions`];
  const query = { variant: simulatedVariant.code, data: "simulated" as const };
  const memory = measured(`${size}: memory`, "GB", [process.memoryUsage().rss / 1e9]);
  const times = (name: string, answer: (filters: Filters, at: number) => unknown): Measured[] => {
    const values = questions(asked).map((filters, at) => {
      const began = performance.now();
      answer(filters, at);
      return performance.now() - began;
    });
    const p95 = measured(`${size}: ${name}, p95`, "ms", [quantile(values, 0.95)]);
    return [measured(`${size}: ${name}`, "ms", values), goal === undefined ? p95 : atMost(goal, p95)];
  };
  const by = (at: number) => breakdownNames[at % breakdownNames.length]!;
  return [
    memory,
    ...times("numbers", (filters) => numbersOf(index, { ...query, filters }, now)),
    ...times("breakdown", (filters, at) =>
      breakdownIn(index, { ...query, filters }, now, by(at), by(at + 3)),
    ),
    ...times("over time", (filters) => seriesIn(index, { ...query, filters }, now, "day")),
    ...times("all surveys", (filters, at) =>
      overviewIn(index, { data: "simulated", filters, by: dimensions[at % dimensions.length]! }, now, now),
    ),
    ...times("visits", (filters) => visitRows(index, { ...query, filters }, { limit: 50 }, now)),
  ];
}
