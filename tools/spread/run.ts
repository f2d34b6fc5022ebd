/**
 * `npm run tool -- spread`: visitors on one, two and three PostgreSQL servers, each driven to its limit, and what a leader
 * with partitions on other servers would do.
 */
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { markdownTable } from "../../test/support/markdown-table.ts";
import { type PostgresServer, startPostgres } from "../../test/support/postgres.ts";
import { machine, short, writeJson } from "../bench/report.ts";
import { tool } from "../tool.ts";
import { type ForeignCost, tryForeign } from "./foreign.ts";
import { type Limit, limitOf } from "./groups.ts";

const values = tool(
  "spread",
  `Drives visitors of one, two and three groups, each with a PostgreSQL server of its own, to their limit, and tries
hash partitions on foreign servers. Writes test/output/spread.json.`,
)
  .option("--share <part>", "how much of a processor each group's server has", Number, 0.02)
  .option("--seconds <number>", "how long each limit is measured", Number, 30)
  .option("--visitors <number>", "visitors of each group at once", Number, 20)
  .parse()
  .opts<{ share: number; seconds: number; visitors: number }>();

ensureBuilt();
const { cpu, cores, node, load } = machine();
console.log(`${cpu}, ${cores} cores, Node ${node}, load ${load} at the start.\n`);
const servers: PostgresServer[] = [];
try {
  for (let count = 0; count < 4; count++) servers.push(await startPostgres({ durable: true }));
  const [shared, ...stores] = servers as [PostgresServer, ...PostgresServer[]];
  const foreign = await tryForeign(shared, stores.slice(0, 2));
  console.log(`Hash partitions on two foreign servers. A visit's first answer: ${foreign.refused}.\n`);
  console.log(`${foreignTable(foreign)}\n`);
  const limits: Limit[] = [];
  for (const groups of [1, 2, 3]) limits.push(await limitOf(stores.slice(0, groups), shared, values));
  console.log(limitTable(limits));
  writeJson("test/output/spread.json", [{ ...values, foreign, limits }]);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}

function foreignTable({ local, foreign }: { local: ForeignCost; foreign: ForeignCost }): string {
  const row = (name: string, { leader, others, ms }: ForeignCost) => [
    name,
    ...[leader.cpuMs, leader.logged, others.cpuMs, others.logged, ms].map(short),
  ];
  return markdownTable([
    [
      "another answer",
      "leader: ms of processor",
      "bytes of log",
      "others: ms",
      "bytes of log",
      "ms by the clock",
    ],
    row("one server", local),
    row("partitions on two others", foreign),
  ]);
}

function limitTable(limits: readonly Limit[]): string {
  const head = ["groups", "visits/s", "ratio", "p50 ms", "p99 ms", "refused", "servers used of their share"];
  const each = [
    "a visit: ms on its server",
    "KB of log",
    "commits",
    "on the shared one: ms",
    "KB of log",
    "commits",
  ];
  const rows = limits.map((limit) => [
    String(limit.groups),
    short(limit.visitsPerSecond),
    short(limit.visitsPerSecond / limits[0]!.visitsPerSecond),
    ...[limit.p50, limit.p99].map(short),
    String(limit.refused),
    limit.used.map((part) => `${Math.round(part * 100)} %`).join(", "),
    ...[limit.store, limit.shared].flatMap(({ cpuMs, logged, commits }) =>
      [cpuMs, logged / 1000, commits].map(short),
    ),
    ...[limit.siteBusy, limit.siteKept].map(short),
    String(limit.wrong),
  ]);
  return markdownTable([
    [...head, ...each, "site busy", "kept waiting", "lost, doubled or elsewhere"],
    ...rows,
  ]);
}
