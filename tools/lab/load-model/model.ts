import { type Costs, cpuPerVisit, databasePerVisit } from "./costs.ts";

/** How much of a processor or disk may be in use on average, so that queues stay short and a peak finds room. */
export const headroom = 0.6;
/** Connections that one process of the site holds (`server.database-pool-size`), and that PostgreSQL takes as it comes. */
export const connectionsPerProcess = 10;
const connectionsTaken = 100;
/** A large machine for a database. */
const databaseCores = 64;

/** What so many visitors a minute need. */
export type Plan = {
  perMinute: number;
  /** Processors that the site keeps busy, and processes of it at 60 % each. */
  siteCores: number;
  processes: number;
  databaseCores: number;
  /** Commits a second; PostgreSQL keeps several with one sync. */
  commits: number;
  connections: number;
  /** Gigabytes a day that stay, and that go to the log, if it is so all day. */
  storedPerDay: number;
  loggedPerDay: number;
  /** What does not suffice, worst first, each with what to do. */
  breaks: string[];
};

/** Utilisations of an unbounded system at this rate, and what that takes. */
export function plan(costs: Costs, perMinute: number): Plan {
  const perSecond = perMinute / 60;
  const siteCores = (perSecond * cpuPerVisit(costs)) / 1000;
  const databaseBusy = (perSecond * databasePerVisit(costs)) / 1000;
  const commits = perSecond * costs.commits;
  const onDisk = costs.store === "sqlite" ? (commits * costs.syncMs) / 1000 : 0;
  const processes = Math.max(1, Math.ceil((siteCores + onDisk) / headroom));
  const perDay = (bytes: number) => (perMinute * 60 * 24 * bytes) / 1e9;
  const found = {
    perMinute,
    siteCores,
    processes,
    databaseCores: databaseBusy,
    commits,
    connections: costs.store === "sqlite" ? 0 : processes * connectionsPerProcess,
    storedPerDay: perDay(costs.stored),
    loggedPerDay: perDay(costs.logged),
  };
  return { ...found, breaks: breaks(costs.store, found) };
}

function breaks(store: Costs["store"], found: Omit<Plan, "breaks">): string[] {
  if (store === "sqlite") {
    return found.processes > 1 ? ["one process"] : [];
  }
  const broken: string[] = [];
  if (found.databaseCores > databaseCores * headroom) broken.push("the database's processors");
  if (found.connections > connectionsTaken) broken.push("the database's connections");
  return broken;
}

/** The greatest rate that one process carries, in visitors a minute. */
export function mostOfOneProcess(costs: Costs): number {
  const disk = costs.store === "sqlite" ? costs.commits * costs.syncMs : 0;
  return (headroom * 60_000) / (cpuPerVisit(costs) + disk);
}
