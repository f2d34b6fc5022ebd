/**
 * `npm run lab -- load-model --store sqlite`: measures what a visit costs, drives a site until it saturates, compares that
 * with the simulation, and says what 100 to 100,000 visitors a minute need.
 */
import { Option } from "commander";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { startPostgres } from "../../../test/support/postgres.ts";
import { startSiteProcess } from "../../../test/support/site.ts";
import { markdownTable } from "../../../test/support/tables.ts";
import { machine, short, writeJson } from "../../bench/report.ts";
import { measuredSite } from "../../bench/visits.ts";
import { lab } from "../lab.ts";
import { type Costs, cpuPerVisit, databasePerVisit, kinds, requestsPerVisit } from "./costs.ts";
import { measureCosts } from "./measure.ts";
import { headroom, mostOfOneProcess, type Plan, plan } from "./model.ts";
import { type Pressed, press } from "./pressure.ts";
import { simulate } from "./simulation.ts";

const rates = [120, 480, 960, 1_920, 3_000, 5_000];
const forecast = [100, 1_000, 5_000, 10_000, 100_000];
/** Past this, a rate is too much, and no greater one is tried. */
const saturatedMs = 2_000;
const [seconds, thinkMs, seed] = [30, 300, 1];

const values = lab(
  "load-model",
  `Measures what a visit costs, drives a site until it saturates, compares that with the simulation,
and says what 100 to 100,000 visitors a minute need. Writes test/output/load-<store>.json.`,
)
  .addOption(
    new Option("--store <store>", "the database").choices(["sqlite", "postgresql"]).default("sqlite"),
  )
  .parse()
  .opts<{ store: "sqlite" | "postgresql" }>();

ensureBuilt();
const { cpu, cores, node, load } = machine();
console.log(`${values.store}; ${cpu}, ${cores} cores, Node ${node}, load ${load} at the start.\n`);
await using postgres = values.store === "postgresql" ? await startPostgres({ durable: true }) : undefined;
const database = await postgres?.freshDatabase();
await using site = await startSiteProcess({
  ...measuredSite,
  ...(database && { DATABASE_URL: database }),
});
const costs = await measureCosts(site, database ?? `file:${site.databaseFile}`, postgres);
console.log(`${costTable(costs)}\n`);
const pressed: Pressed[] = [];
for (const perMinute of rates) {
  const found = await press(site, { perMinute, seconds, thinkMs, seed });
  pressed.push(found);
  if (found.refused > 0 || found.p99 > saturatedMs) break;
}
console.log(`${pressureTable(costs, pressed)}\n`);
const plans = forecast.map((perMinute) => plan(costs, perMinute));
console.log(`${planTable(costs)}\n`);
console.log(`One process carries ${short(mostOfOneProcess(costs))} visitors a minute at 60 %.`);
writeJson(`test/output/load-${values.store}.json`, [{ costs, pressed, plans }]);

function costTable(costs: Costs): string {
  type Row = [name: string, unit: string, value: number];
  const rows: Row[] = [
    ...kinds.map((kind): Row => [`processor time of a request: ${kind}`, "ms", costs.requests[kind].cpuMs]),
    ["processor time afterwards: delivery, roll-up", "ms", costs.afterwards.cpuMs],
    ["requests a visit", "", requestsPerVisit(costs)],
    ["processor time of the site a visit", "ms", cpuPerVisit(costs)],
    ["processor time of the database a visit", "ms", databasePerVisit(costs)],
    ["commits, each synced", "", costs.commits],
    ["one sync of this disk", "ms", costs.syncMs],
    ["rows", "", costs.rows],
    ["received by the browser, assets left out", "KB", costs.received / 1000],
    ["sent by the browser", "KB", costs.sent / 1000],
    ["stays in the database", "KB", costs.stored / 1000],
    ["written to its log and files", "KB", costs.logged / 1000],
  ];
  return markdownTable([
    ["a visit that makes a lead", "unit", costs.store],
    ...rows.map(([name, unit, value]) => [name, unit, short(value)]),
  ]);
}

function pressureTable(costs: Costs, pressed: Pressed[]): string {
  const setup = { processes: 1, siteCores: 1, databaseCores: cores, seconds: 60, thinkMs, seed };
  const rows = pressed.map((measured) => {
    const { perMinute, siteBusy, siteKept, answersPerSecond, p50, p99, refused } = measured;
    const simulated = simulate(costs, { ...setup, perMinute });
    const visitMs = (siteBusy * 1000 * requestsPerVisit(costs)) / answersPerSecond;
    return [
      ...[perMinute, answersPerSecond, simulated.answersPerSecond, cpuPerVisit(costs), visitMs].map(short),
      ...[siteBusy, simulated.siteBusy, p50, simulated.p50, p99, simulated.p99].map(short),
      short(siteKept),
      String(refused),
    ];
  });
  const visits = ["visitors/min", "answers/s", "simulated", "ms a visit: model", "measured"];
  const waits = [
    "busy",
    "simulated",
    "p50 ms",
    "simulated",
    "p99 ms",
    "simulated",
    "kept waiting",
    "refused",
  ];
  return markdownTable([[...visits, ...waits], ...rows]);
}

function planTable(costs: Costs): string {
  const rows = forecast.map((perMinute) => {
    const needed = plan(costs, perMinute);
    const { siteCores, processes, databaseCores, commits, connections, storedPerDay, loggedPerDay } = needed;
    return [
      ...[perMinute, siteCores, processes, databaseCores, commits, connections].map(short),
      ...[storedPerDay, loggedPerDay].map(short),
      ...forecastOf(costs, needed),
      needed.breaks.join("; ") || "nothing",
    ];
  });
  const head = ["visitors/min", "site cores", "processes", "database cores", "commits/s", "connections"];
  const simulated = ["simulated: site busy", "database busy", "p99 ms"];
  return markdownTable([[...head, "GB/day kept", "GB/day log", ...simulated, "what breaks"], ...rows]);
}

/** The simulation of what the model plans; none where the model says that it cannot be. */
function forecastOf({ store, ...costs }: Costs, { perMinute, processes, databaseCores }: Plan): string[] {
  if (store === "sqlite" && processes > 1) return ["", "", ""];
  const { siteBusy, databaseBusy, p99 } = simulate(
    { store, ...costs },
    {
      perMinute,
      processes,
      siteCores: processes,
      databaseCores: Math.max(1, Math.ceil(databaseCores / headroom)),
      seconds: 20,
      thinkMs,
      seed,
    },
  );
  return [siteBusy, databaseBusy, p99].map(short);
}
