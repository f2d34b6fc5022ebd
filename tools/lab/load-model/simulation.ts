import { type Chance, chanceFrom } from "../../../services/analytics/simulation/behaviour.ts";
import { quantile } from "../../bench/figure.ts";
import { type Costs, type Kind, kinds } from "./costs.ts";
import { connectionsPerProcess } from "./model.ts";
import { Clock, GroupCommit, Station } from "./stations.ts";

/** What the site runs on, and who comes. */
export type Setup = {
  perMinute: number;
  processes: number;
  /** Processors that the processes of the site share. */
  siteCores: number;
  databaseCores: number;
  /** Simulated time, in seconds, after as much again to fill up. */
  seconds: number;
  /** Median time between two requests of a visitor, in milliseconds. */
  thinkMs: number;
  seed: number;
};

export type Simulated = {
  /** 0 to 1, of all together. */
  siteBusy: number;
  databaseBusy: number;
  diskBusy: number;
  answersPerSecond: number;
  p50: number;
  p99: number;
};

const commitsOf: Record<Kind, number> = { page: 0, answer: 1, lead: 1 };

/**
 * Visitors who come at random, one request after another, through the queues of a site: its processes, their
 * database connections, the database's processors and its disk. Service times are measured means, spread
 * exponentially, which is more than they are in truth.
 */
export function simulate(costs: Costs, setup: Setup): Simulated {
  const clock = new Clock();
  const chance = chanceFrom(setup.seed);
  const site = siteOf(clock, costs, setup);
  const times: number[] = [];
  const measureFrom = setup.seconds * 1000;
  const order = kinds.flatMap((kind) => Array<Kind>(Math.round(costs.requests[kind].perVisit)).fill(kind));

  const ask = (index: number): void => {
    const kind = order[index]!;
    const began = clock.now;
    site.answer(kind, chance, () => {
      if (began >= measureFrom) times.push(clock.now - began);
      if (index + 1 < order.length) clock.after(spread(chance, setup.thinkMs), () => ask(index + 1));
      else site.afterwards(chance);
    });
  };
  const arrive = (): void => {
    ask(0);
    clock.after(spread(chance, 60_000 / setup.perMinute), arrive);
  };
  arrive();
  clock.runUntil(measureFrom);
  const before = site.busy();
  clock.runUntil(2 * measureFrom);
  const after = site.busy();
  const share = (what: keyof typeof after, servers: number) =>
    (after[what] - before[what]) / (measureFrom * servers);
  return {
    siteBusy: share("site", Math.min(setup.processes, setup.siteCores)),
    databaseBusy: share("database", setup.databaseCores),
    diskBusy: share("disk", 1),
    answersPerSecond: times.length / setup.seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

function siteOf(clock: Clock, costs: Costs, { processes, siteCores, databaseCores }: Setup) {
  const cores = new Station(clock, siteCores);
  const disk = new GroupCommit(clock, costs.syncMs);
  const database = new Station(clock, databaseCores);
  const all = Array.from({ length: processes }, () => ({
    loop: new Station(clock, 1),
    connections: new Station(clock, connectionsPerProcess),
  }));
  const ofAll = (chance: Chance) => all[Math.floor(chance.next() * processes)]!;
  /** A process does one thing at a time, and needs a processor for it; `wait` is what it stands still for. */
  const work = (loop: Station, ms: number, then: () => void, wait = (go: () => void) => go()) =>
    loop.take(() =>
      cores.serve(ms, () =>
        wait(() => {
          loop.leave();
          then();
        }),
      ),
    );
  return {
    answer(kind: Kind, chance: Chance, done: () => void) {
      const { loop, connections } = ofAll(chance);
      const { cpuMs, databaseMs } = costs.requests[kind];
      const half = () => spread(chance, cpuMs / 2);
      const commits = commitsOf[kind] > 0;
      // SQLite's driver is synchronous: the process stands still while the disk keeps what it was given.
      if (costs.store === "sqlite")
        return work(loop, half() + half(), done, commits ? (go) => disk.commit(go) : undefined);
      const finish = () => {
        connections.leave();
        work(loop, half(), done);
      };
      return work(loop, half(), () =>
        connections.take(() =>
          database.serve(spread(chance, databaseMs), () => (commits ? disk.commit(finish) : finish())),
        ),
      );
    },
    afterwards(chance: Chance) {
      const { cpuMs, databaseMs } = costs.afterwards;
      work(ofAll(chance).loop, spread(chance, cpuMs), () => undefined);
      if (databaseMs > 0) database.serve(spread(chance, databaseMs), () => undefined);
    },
    busy: () => ({ site: cores.busyMs, database: database.busyMs, disk: disk.busyMs }),
  };
}

/** Exponentially spread around its mean. */
function spread(chance: Chance, mean: number): number {
  return -Math.log(1 - chance.next()) * mean;
}
