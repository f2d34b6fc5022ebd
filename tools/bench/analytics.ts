import { breakdownNames } from "../../services/analytics/breakdown.ts";
import { analyticsOf } from "../../services/analytics/client.ts";
import { seriesSteps } from "../../services/analytics/series.ts";
import { chanceFrom } from "../../services/analytics/simulation/behaviour.ts";
import { deviceClasses, dimensions, type Filters, results } from "../../services/analytics/types.ts";
import { silentLog } from "../../services/observe/log.ts";
import type { AnalyticsSession } from "../../services/store/rows.ts";
import { openStore, type Store } from "../../services/store/store.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { countOf } from "./load.ts";
import { atMost, type Measured, measured, quantile, type Report, report } from "./report.ts";
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
  const sessions: Record<string, (filters: Filters, at: number) => Promise<number | undefined>> = {
    "an answer": async (filters) => {
      const { totals, conservation } = await numbers.query({ ...query, filters });
      return conservation.holds ? totals.sessions : Number.NaN;
    },
    "divided by two things": async (filters, at) => {
      const by = (skipped: number) => breakdownNames[(at + skipped) % breakdownNames.length]!;
      return (await numbers.breakdown({ ...query, filters }, by(0), by(3))).total.sessions;
    },
    "over time": async (filters, at) => {
      await numbers.series({ ...query, filters }, seriesSteps[at % seriesSteps.length]!);
      return undefined;
    },
    "all surveys": async (filters, at) => {
      const by = dimensions[at % dimensions.length]!;
      return (await numbers.overview({ data: "simulated", filters, by })).total.sessions;
    },
  };
  const counts: Timed<number>[] = [];
  const answers = Object.fromEntries(
    Object.keys(sessions).map((name): [string, Timed<number | undefined>[]] => [name, []]),
  );
  for (const [at, filters] of questions(asked).entries()) {
    for (const [name, ask] of Object.entries(sessions))
      answers[name]!.push(await timed(() => ask(filters, at)));
    counts.push(await timed(() => countOf(url, asSql(filters))));
  }
  await numbers.stop();
  const known = counts.map(({ result }) => result);
  const isOther = ({ result }: Timed<number | undefined>, at: number) =>
    result !== undefined && result !== known[at];
  const sql = measured(
    `${name}: SQL's count of the sessions alone`,
    "ms",
    counts.map(({ ms }) => ms),
  );
  const cpu = answers["an answer"]!.map(({ cpuMs }) => cpuMs);
  return [
    measured(`${name}: first answer, sessions loaded`, "ms", [loaded.ms]),
    measured(`${name}: the same, processor time`, "ms", [loaded.cpuMs]),
    measured(`${name}: memory of it`, "MB", [memory]),
    sql,
    measured(`${name}: processor time of an answer`, "ms", cpu),
    ...Object.entries(answers).flatMap(([what, all]) => {
      const times = all.map(({ ms }) => ms);
      const p95 = measured(`${name}: ${what}, p95`, "ms", [quantile(times, 0.95)]);
      return [measured(`${name}: ${what}`, "ms", times, sql), atMost(150, p95)];
    }),
    atMost(
      0,
      measured(`${name}: answers that differ from SQL's count`, "answers", [
        Object.values(answers).flatMap((all) => all.filter(isOther)).length,
      ]),
    ),
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

/** What there is to choose from in the simulated visits. */
const values = {
  path: ["/survey/v4nv", "/survey/surveyv4nv"],
  affiliate: ["7", "12", "31", "44", "58", "73"],
  offer: ["57", "61", "88"],
  subId: Array.from({ length: 24 }, (_, index) => `ad-${index + 1}`),
  device: [...deviceClasses],
  scripts: ["on", "off"],
  result: [...results],
  dqReason: ["have_attorney|yes", "is_gibberish|yes", "date|accident_limit_exceeded"],
};
const passed = ["HasLawyer", "ActiveInsurancePolicy", "NameAndEmail.asking", "AtFault->WasUserInjured"];

/** So many combinations of filters, the same every time; the first is none at all, which counts everything. */
function questions(count: number): Filters[] {
  const chance = chanceFrom(2026);
  const some = (all: readonly string[]) => all.filter(() => chance.happens(0.5));
  const at = (likely: number, all: readonly string[]) => (chance.happens(likely) ? some(all) : []);
  const drawn = Array.from({ length: count - 1 }, () => ({
    ...(chance.happens(0.3) && { from: `2026-10-${22 + Math.floor(chance.next() * 9)}` }),
    ...(chance.happens(0.3) && { to: `2026-11-${10 + Math.floor(chance.next() * 10)}` }),
    ...Object.fromEntries(Object.entries(values).map(([name, all]) => [name, at(0.25, all)])),
    ...(chance.happens(0.3) && {
      flags: { theme: some(["default", "v3"]), socialProof: some(["on", "off"]) },
    }),
    ...(chance.happens(0.4) && { with: some(passed) }),
    ...(chance.happens(0.2) && { without: ["ConfirmationHasLawyer"] }),
    ...(chance.happens(0.15) && { endingAt: ["thankYou", "NameAndEmail.asking"] }),
  }));
  return [{}, ...drawn];
}

/** The same question to the database itself: how many sessions pass, by SQL alone. */
function asSql({
  from,
  to,
  flags = {},
  with: wanted = [],
  without = [],
  endingAt,
  ...lists
}: Filters): string {
  const columns: Record<string, string> = { dqReason: "dq_reason", subId: "sub_id" };
  const among = (column: string, all: readonly string[] | undefined) =>
    all && all.length > 0 ? [`${column} in (${all.map((each) => `'${each}'`).join(", ")})`] : [];
  const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
  const has = (item: string) => `' ' || items || ' ' like '% ${item} %'`;
  const led = (id: string) => {
    const [source, target] = id.split("->");
    const ways = target ? [`>${source} >${target}`, `~${source} >${target}`] : [`>${id}`, `~${id}`];
    return `(${ways.map(has).join(" or ")})`;
  };
  const flag = (name: string, all: readonly string[]) => {
    const isSet = `(',' || flags || ',' like '%,${name}:%')`;
    const tests = all.map((value) => (value === "on" || value === "v3" ? isSet : `not ${isSet}`));
    return tests.length > 0 ? [`(${tests.join(" or ")})`] : [];
  };
  const conditions = [
    "simulated = 1",
    ...(from ? [`day >= ${dayNumber(from)}`] : []),
    ...(to ? [`day <= ${dayNumber(to)}`] : []),
    ...Object.entries(lists).flatMap(([name, all]) => among(columns[name] ?? name, all as string[])),
    ...Object.entries(flags).flatMap(([name, all]) => flag(name, all)),
    ...wanted.map(led),
    ...without.map((id) => `not ${led(id)}`),
    ...among("place", endingAt),
  ];
  return `select count(*) as count from analytics_sessions s join analytics_sources c on c.id = s.source_id
    join analytics_traces t on t.id = s.trace_id where ${conditions.join(" and ")}`;
}
