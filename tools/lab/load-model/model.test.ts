import { describe, expect, it } from "vitest";
import { chanceFrom } from "../../../services/analytics/simulation/behaviour.ts";
import { type Costs, cpuPerVisit, databasePerVisit, requestsPerVisit } from "./costs.ts";
import { headroom, mostOfOneProcess, plan } from "./model.ts";
import { simulate } from "./simulation.ts";
import { Clock, GroupCommit, Station } from "./stations.ts";

const costs: Costs = {
  store: "postgresql",
  requests: {
    page: { perVisit: 1, cpuMs: 3, databaseMs: 0 },
    answer: { perVisit: 10, cpuMs: 4, databaseMs: 1 },
    lead: { perVisit: 1, cpuMs: 5, databaseMs: 2 },
  },
  afterwards: { cpuMs: 2, databaseMs: 1 },
  commits: 15,
  syncMs: 0.5,
  rows: 27,
  received: 26_000,
  sent: 9_000,
  stored: 15_000,
  logged: 30_000,
};

describe("the model", () => {
  it("adds up what a visit costs", () => {
    expect(cpuPerVisit(costs)).toBe(50);
    expect(databasePerVisit(costs)).toBe(13);
    expect(requestsPerVisit(costs)).toBe(12);
  });

  it("plans for a rate with room to spare", () => {
    const planned = plan(costs, 1_200);
    expect(planned.siteCores).toBeCloseTo(1);
    expect(planned.processes).toBe(Math.ceil(1 / headroom));
    expect(planned.commits).toBe(300);
    expect(planned.storedPerDay).toBeCloseTo(25.9, 1);
    expect(planned.breaks).toEqual([]);
  });

  it("says what breaks: one SQLite process, connections, the database's processors", () => {
    const sqlite: Costs = { ...costs, store: "sqlite" };
    const most = mostOfOneProcess(sqlite);
    expect(plan(sqlite, most * 0.99).breaks).toEqual([]);
    expect(plan(sqlite, most * 1.01).breaks[0]).toMatch(/one process/);
    expect(plan(costs, 10_000).breaks).toEqual([expect.stringMatching(/connections/)]);
    expect(plan(costs, 100_000).breaks).toEqual(["the database's connections"]);
    expect(plan(costs, 1_000_000).breaks).toHaveLength(2);
  });
});

describe("the simulation", () => {
  const setup = { processes: 2, siteCores: 2, databaseCores: 4, seconds: 40, thinkMs: 200, seed: 1 };

  it.each([300, 1_200, 1_800])("is as busy as the model says at %i visitors a minute", (perMinute) => {
    const { siteBusy, databaseBusy, answersPerSecond } = simulate(costs, { ...setup, perMinute });
    expect(siteBusy).toBeCloseTo((perMinute / 60 / 1000) * (50 / 2), 1);
    expect(databaseBusy).toBeCloseTo((perMinute / 60 / 1000) * (13 / 4), 1);
    expect(answersPerSecond / (perMinute / 60)).toBeCloseTo(12, -0.5);
  });

  it("makes visitors wait the longer the busier it is, and never serves more than it can", () => {
    const at = (perMinute: number) => simulate(costs, { ...setup, perMinute, seconds: 20 });
    const [calm, busy, over] = [at(300), at(2_000), at(6_000)];
    expect(busy.p99).toBeGreaterThan(calm.p99 * 1.5);
    expect(over.siteBusy).toBeGreaterThan(0.95);
    expect(over.siteBusy).toBeLessThanOrEqual(1.01);
    expect(over.answersPerSecond).toBeLessThan((2_000 / 50) * 12 * 1.1);
  });

  it("comes out the same for the same seed, and otherwise for another", () => {
    const once = simulate(costs, { ...setup, perMinute: 600 });
    expect(simulate(costs, { ...setup, perMinute: 600 })).toEqual(once);
    expect(simulate(costs, { ...setup, perMinute: 600, seed: 2 })).not.toEqual(once);
  });
});

describe("the stations", () => {
  it("happen in the order of their times", () => {
    const clock = new Clock();
    const chance = chanceFrom(7);
    const times = Array.from({ length: 500 }, () => chance.next() * 100);
    const seen: number[] = [];
    for (const time of times) clock.after(time, () => seen.push(clock.now));
    clock.runUntil(200);
    expect(seen).toEqual([...times].sort((a, b) => a - b));
  });

  it("wait like a queue of random arrivals: twice the service time at half load (M/M/1)", () => {
    const clock = new Clock();
    const chance = chanceFrom(3);
    const station = new Station(clock, 1);
    const random = (mean: number) => -Math.log(1 - chance.next()) * mean;
    let [waited, served] = [0, 0];
    const arrive = () => {
      const began = clock.now;
      station.serve(random(1), () => {
        waited += clock.now - began;
        served += 1;
      });
      clock.after(random(2), arrive);
    };
    arrive();
    clock.runUntil(100_000);
    expect(waited / served).toBeCloseTo(2, 0);
    expect(station.busyMs / clock.now).toBeCloseTo(0.5, 1);
  });

  it("keep with one sync all that came while the one before lasted", () => {
    const clock = new Clock();
    const disk = new GroupCommit(clock, 10);
    const kept: number[] = [];
    for (const at of [0, 1, 2, 9]) clock.after(at, () => disk.commit(() => kept.push(clock.now)));
    clock.runUntil(100);
    expect(kept).toEqual([10, 20, 20, 20]);
    expect(disk.busyMs).toBe(20);
  });
});
