import { describe, expect, test } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { startRoller } from "../../../services/analytics/roller.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { machineVersion } from "../../../services/visits/machine-version.ts";
import { databases } from "../../support/databases.ts";
import { answer, began, entries, rolledStore } from "../../support/rolled.ts";
import { aVisit } from "../../support/submissions.ts";

const day = dayCounter("America/New_York");

describe.each(databases)("the roll-up on $name", ({ start }) => {
  const { on, roll, rows } = rolledStore(start);

  test("a visit is counted by the chart that took its answers: at the stop, or by another chart only after a while", async () => {
    const own = aVisit({ machineVersion: machineVersion(variants.get("c")!) });
    const other = aVisit({ machineVersion: "another" });
    const log = entries([began(1), answer(2, "WhenWasTheAccident")]);
    for (const visit of [own, other]) await on.store.visits.append(visit, 0, log);
    const begin = () =>
      startRoller({
        store: on.store,
        settings: {},
        day,
        now: () => on.now,
        log: silentLog,
        quietMs: 5_000,
        pollMs: 60_000,
      });
    const counted = async () => (await rows()).map(({ visit_id }) => visit_id);
    const late = begin();
    await late.stop();
    expect(await counted()).toEqual([own.id]);
    on.now += 19_000;
    await begin().stop();
    expect(await counted()).toEqual([own.id]);
    on.now += 2_000;
    const next = begin();
    await expect.poll(counted).toHaveLength(2);
    await next.stop();
  });

  test("a visit taken by a process that died comes again, and waits until its visitor is quiet", async () => {
    await on.store.visits.append(aVisit(), 0, entries([began(1), answer(2, "WhenWasTheAccident")]));
    expect(await roll(on.store, 5_000)).toBe(0);
    on.now += 5_000;
    expect(await on.store.analytics.claim(on.now, on.now, 9)).toHaveLength(1);
    expect(await roll(on.store, 5_000)).toBe(0);
    on.now += 60_000;
    expect(await roll(on.store, 5_000)).toBe(1);
    expect(await roll(on.store, 5_000)).toBe(0);
  });

  test("several processes share the work: every visit is taken by one", async () => {
    for (let count = 0; count < 120; count++) {
      await on.store.visits.append(aVisit(), 0, entries([began(1), answer(2, "WhenWasTheAccident")]));
    }
    const others = [on.store, await on.open(), await on.open()];
    const taken = await Promise.all(others.map((each) => each.analytics.claim(on.now, on.now, 50)));
    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await Promise.all(others.slice(1).map((each) => each.close()));
  });
});
