import { type Breakdown, breakdownNames } from "../../services/analytics/breakdown.ts";
import { analyticsOf } from "../../services/analytics/client.ts";
import type { Overview } from "../../services/analytics/index/overview.ts";
import { type Series, seriesSteps } from "../../services/analytics/series.ts";
import { dimensions, type Filters, type Numbers } from "../../services/analytics/types.ts";
import { silentLog } from "../../services/observe/log.ts";
import type { AnalyticsSession } from "../../services/store/rows.ts";
import type { Store } from "../../services/store/store.ts";
import { openStore } from "../../services/store/store.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { sqlOn } from "../../test/support/sql-on.ts";
import { asSql, questions } from "./analytics-questions.ts";
import { atMost, type Measured, measured, quantile } from "./figure.ts";
import { type Report, report } from "./report.ts";
import { addSessions, aMillionSessions, simulatedVariant } from "./simulated-sessions.ts";

const asked = 50;

/** What analysts wait for: one million simulated visits to one variant, on both databases. */
export async function analytics(): Promise<Report> {
  const file = await aMillionSessions();
  const sqlite = await openStore({ url: `file:${file}`, now: Date.now, log: silentLog });
  await using server = await startPostgres();
  const url = await server.freshDatabase();
  const postgres = await openStore({ url, now: Date.now, log: silentLog });
  await addSessions(postgres, copied(sqlite));
  await Promise.all([sqlite.close(), postgres.close()]);
  const figures = [...(await figuresOn("SQLite", `file:${file}`)), ...(await figuresOn("PostgreSQL", url))];
  return report(
    "analytics",
    `1,000,000 simulated sessions of v4nv, ${asked} combinations of filters, each asked once; the times are of the whole answer, its way between threads included.`,
    figures,
  );
}

async function figuresOn(name: string, url: string): Promise<Measured[]> {
  const before = process.memoryUsage().rss;
  const numbers = analyticsOf(url);
  const query = { variant: simulatedVariant.code, data: "simulated" as const };
  const loaded = await timed(() => numbers.query(query));
  const memory = (process.memoryUsage().rss - before) / 1e6;
  const count = async (filters: Filters) => {
    const [row] = await sqlOn<{ sessions: number | string }>(url, asSql(filters));
    return Number(row!.sessions);
  };
  const answers: Timed<Numbers>[] = [];
  const divided: Timed<Breakdown>[] = [];
  const series: Timed<Series>[] = [];
  const overviews: Timed<Overview>[] = [];
  const counts: Timed<number>[] = [];
  for (const [at, filters] of questions(asked).entries()) {
    answers.push(await timed(() => numbers.query({ ...query, filters })));
    const by = (skipped: number) => breakdownNames[(at + skipped) % breakdownNames.length]!;
    divided.push(await timed(() => numbers.breakdown({ ...query, filters }, by(0), by(3))));
    series.push(
      await timed(() => numbers.series({ ...query, filters }, seriesSteps[at % seriesSteps.length]!)),
    );
    const dimension = dimensions[at % dimensions.length]!;
    overviews.push(await timed(() => numbers.overview({ data: "simulated", filters, by: dimension })));
    counts.push(await timed(() => count(filters)));
  }
  await numbers.stop();
  const different = answers.filter(({ result: { totals, conservation } }, index) => {
    const known = counts[index]!.result;
    return (
      totals.sessions !== known ||
      divided[index]!.result.total.sessions !== known ||
      overviews[index]!.result.total.sessions !== known ||
      !conservation.holds
    );
  });
  const [times, cpu] = [answers.map(({ ms }) => ms), answers.map(({ cpuMs }) => cpuMs)];
  const countTimes = counts.map(({ ms }) => ms);
  const dividedTimes = divided.map(({ ms }) => ms);
  const seriesTimes = series.map(({ ms }) => ms);
  const overviewTimes = overviews.map(({ ms }) => ms);
  const sql = measured(`${name}: SQL's count of the sessions alone`, "ms", countTimes);
  return [
    measured(`${name}: first answer, sessions loaded`, "ms", [loaded.ms]),
    measured(`${name}: the same, processor time`, "ms", [loaded.cpuMs]),
    measured(`${name}: memory of it`, "MB", [memory]),
    sql,
    measured(`${name}: an answer`, "ms", times, sql),
    measured(`${name}: processor time`, "ms", cpu),
    atMost(150, measured(`${name}: p95`, "ms", [quantile(times, 0.95)])),
    measured(`${name}: divided by two things`, "ms", dividedTimes, sql),
    atMost(150, measured(`${name}: divided by two things, p95`, "ms", [quantile(dividedTimes, 0.95)])),
    measured(`${name}: over time`, "ms", seriesTimes, sql),
    atMost(150, measured(`${name}: over time, p95`, "ms", [quantile(seriesTimes, 0.95)])),
    measured(`${name}: all surveys`, "ms", overviewTimes, sql),
    atMost(150, measured(`${name}: all surveys, p95`, "ms", [quantile(overviewTimes, 0.95)])),
    atMost(0, measured(`${name}: answers that differ from SQL's count`, "answers", [different.length])),
  ];
}

type Timed<Result> = { ms: number; cpuMs: number; result: Result };

/** Processor time is that of this process with all its threads. */
async function timed<Result>(work: () => Promise<Result>): Promise<Timed<Result>> {
  const used = process.cpuUsage();
  const began = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000, result };
}

/** Everything that a store has, for another one. */
async function* copied({ analytics: store }: Store): AsyncGenerator<AnalyticsSession> {
  const everything = 1e9;
  const sources = new Map((await store.sourcesSince(0, everything)).map(({ id, ...source }) => [id, source]));
  const traces = new Map((await store.tracesSince(0, everything)).map(({ id, ...trace }) => [id, trace]));
  for (let change = 0; ; ) {
    const rows = await store.sessionsSince(change, 5_000);
    for (const { id, change: _, sourceId, traceId, ...session } of rows) {
      yield { ...session, visitId: null, source: sources.get(sourceId)!, trace: traces.get(traceId)! };
    }
    if (rows.length === 0) return;
    change = rows.at(-1)!.change;
  }
}
