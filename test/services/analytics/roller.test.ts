import { describe, expect, test } from "vitest";
import { leafOf } from "../../../machines/graph/leaves.ts";
import { type SurveyEntry, variants } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { numbersOf } from "../../../services/analytics/index/numbers.ts";
import { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { rollBatch, rollUp, startRoller } from "../../../services/analytics/roller.ts";
import { viewOfVariant } from "../../../services/analytics/session.ts";
import { chanceFrom } from "../../../services/analytics/simulation/behaviour.ts";
import { type Simulated, simulate } from "../../../services/analytics/simulation/simulate.ts";
import type { DataKind, Numbers } from "../../../services/analytics/types.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import { silentLog } from "../../../services/observe/log.ts";
import type { NewEntry, NewVisit } from "../../../services/store/rows.ts";
import type { Store } from "../../../services/store/store.ts";
import { machineVersion } from "../../../services/visits/machine-version.ts";
import { type DatabaseServer, databases, freshStore, sqlite } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { type Plain, recount, recounted } from "./recount.ts";

const day = dayCounter("America/New_York");
const until = Date.UTC(2026, 5, 15);
const codes = ["c", "v4nv"];

const entryOf = (code: string): SurveyEntry => {
  const variant = variants.get(code)!;
  return { path: `/survey/${code}`, variant, defaults: {} };
};

type Walk = Simulated & { code: string; visit: NewVisit };

function walks(sessions: number, seed: number): Walk[] {
  return codes.flatMap((code) => {
    const variant = variants.get(code)!;
    const all = simulate({ sessions, seed, variant, days: 3, until, day });
    return [...all].map((simulated) => {
      const visit = aVisit({ variant: code, machineVersion: machineVersion(variant) });
      return { ...simulated, code, visit };
    });
  });
}

/**
 * What a visit passed by its log alone: where it is after each entry, replayed from the beginning each time.
 * Answers that are pressed again unchanged are not told apart; logs for it have none.
 */
function plainWay(
  entry: SurveyEntry,
  log: readonly LogEntry[],
): Pick<Plain, "moves" | "place" | "refusals" | "services"> {
  const way: ReturnType<typeof plainWay> = { moves: [], place: "start", refusals: [], services: [] };
  let [here, since] = ["start", log[0]!.at];
  const go = (to: string, at: number, isJump: boolean) => {
    if (to === here) return;
    way.moves.push({ isJump, from: here, to, ms: Math.max(1, at - since) });
    [here, since] = [to, at];
  };
  log.forEach((item, index) => {
    const { at, kind } = item;
    const after = shownLeaf(entry, openVisit(entry, {}, log.slice(0, index + 1)));
    if (kind === "answer") go(leafOfStep(entry, item.body.step), at, true);
    if (kind === "refused")
      way.refusals.push({ node: leafOfStep(entry, item.body.step), fields: item.body.fields });
    if (kind === "outcome") {
      const outcome = "error" in item.body ? item.body.error.kind : "ok";
      way.services.push({ node: here, service: item.body.call, outcome });
    }
    go(after, at, kind === "back");
  });
  return { ...way, place: here };
}

function shownLeaf(entry: SurveyEntry, { visit, replay, step }: VisitState): string {
  return visit.position >= replay.taken.length ? leafOf(replay.snapshot) : leafOfStep(entry, step);
}

function leafOfStep(entry: SurveyEntry, step: string): string {
  const { nodes } = viewOfVariant(entry);
  return nodes.find(({ id }) => id === step || id === `${step}.asking`)!.id;
}

/** An empty store for each test, and how its visits are rolled up. */
function rolledStore(start: () => Promise<DatabaseServer>) {
  const on = freshStore(start, {}, until);

  const roll = (by: Store = on.store, quietMs = 0) =>
    rollBatch({ store: by, settings: {}, day, now: () => on.now, quietMs, log: silentLog });
  const rollAll = async () => {
    while ((await roll()) > 0);
  };

  /** Stores the rest of a walk from an entry on; the last part makes the lead where the walk has one. */
  const record = async ({ log, session, visit }: Walk, from: number, to: number) => {
    const entries = log.slice(from, to);
    const isLast = to >= log.length && session.result !== "open";
    if (!isLast) return on.store.visits.append(visit, from, entries);
    const submission = aSubmission();
    submission.lead = {
      ...submission.lead,
      qualified: session.result === "qualified",
      dqReason: session.dqReason || null,
    };
    return (await on.store.submit(visit, from, entries, submission)).status;
  };

  const rows = () =>
    sqlOn(
      on.url,
      `select visit_id, day, result, dq_reason, dwells, items, place, t.variant, path, offer, affiliate, sub_id, version,
              device, language, flags, scripts, simulated
         from analytics_sessions s join analytics_traces t on t.id = s.trace_id
         join analytics_sources c on c.id = s.source_id order by visit_id`,
    );
  const numbers = async (data: DataKind = "real") => {
    const index = new SessionIndex();
    await index.refresh(on.store.analytics);
    return numbersOf(index, { variant: "c", data }, 0);
  };
  return { on, roll, rollAll, record, rows, numbers };
}

const entries = (log: readonly LogEntry[]) => log as NewEntry[];
const began = (at: number): LogEntry => ({
  at,
  kind: "entry",
  body: { path: "/survey/c", query: { affid: "7" }, referer: "", device: "phone" },
});
const answer = (at: number, step: string, answers: Answers = {}): LogEntry => ({
  at,
  kind: "answer",
  body: { step, answers },
});
const nodeOf = ({ nodes }: Numbers, id: string) => nodes.find((node) => node.id === id);

describe.each(databases)("the roll-up on $name", ({ start }) => {
  const { on, roll, rollAll, record, rows, numbers } = rolledStore(start);

  test("kept up while visits grow under several processes, it is what a rebuild and a plain count of the logs say", async () => {
    const all = walks(40, 7);
    const chance = chanceFrom(3);
    const others = [on.store, await on.open(), await on.open()];
    const counts = new Map(all.map((walk) => [walk, 0]));
    while ([...counts].some(([{ log }, count]) => count < log.length)) {
      const [walk, from] = chance.pick([...counts], ([{ log }, count]) => log.length - count);
      const to = Math.min(walk.log.length, from + 1 + Math.floor(chance.next() * 9));
      expect(["ok", "stored"]).toContain(await record(walk, from, to));
      counts.set(walk, to);
      if (chance.happens(0.1)) await Promise.all(others.map((each) => roll(each)));
    }
    await rollAll();
    await Promise.all(others.slice(1).map((each) => each.close()));

    const maintained = await rows();
    expect(maintained).toHaveLength(all.length);
    await sqlOn(on.url, "update analytics_sessions set day = 0, dwells = '', result = 'lost'");
    await on.store.analytics.makeDue([...variants.values()].map((variant) => machineVersion(variant)));
    await rollAll();
    expect(await rows()).toEqual(maintained);

    const index = new SessionIndex();
    await index.refresh(on.store.analytics);
    for (const code of codes) {
      const plain = all
        .filter((walk) => walk.code === code)
        .map(({ log, session }): Plain => ({ ...session, ...plainWay(entryOf(code), log), day: "" }));
      // Later than any visit: none is under way any more.
      const numbers = numbersOf(index, { variant: code, paths: 1000 }, Number.MAX_SAFE_INTEGER);
      expect(numbers.conservation.holds).toBe(true);
      expectAlike(recounted(numbers), recount(plain));
    }
    expect(numbersOf(index, { variant: "c", data: "simulated" }, 0).totals.sessions).toBe(0);
  });

  test("a visit is counted by the chart on which it was answered: at the stop, or by another chart only after a while", async () => {
    const own = aVisit({ machineVersion: machineVersion(variants.get("c")!) });
    const other = aVisit({ machineVersion: "another" });
    const log = entries([began(1), answer(2, "WhenWasTheAccident")]);
    for (const visit of [own, other]) await on.store.visits.append(visit, 0, log);
    const begin = () =>
      startRoller({
        ...{ store: on.store, settings: {}, day, now: () => on.now, log: silentLog },
        ...{ quietMs: 5_000, pollMs: 60_000 },
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

  test("what grows while it is rolled up is rolled up again, and never back to less", async () => {
    const visit = aVisit();
    await on.store.visits.append(visit, 0, entries([began(1), answer(2, "WhenWasTheAccident")]));
    const [slow] = await on.store.analytics.claim(on.now, on.now, 9);
    await on.store.visits.append(visit, 2, entries([answer(3, "OtherDriversVehicleType")]));
    on.now += 61_000;
    expect(await roll()).toBe(1);
    const stale = rollUp(slow!, { settings: {}, day });
    expect(await on.store.analytics.keep([{ visitId: visit.id, entries: 2, session: stale }])).toBe(0);
    expect(nodeOf(await numbers(), "AtFault")).toMatchObject({ visits: 1, stillThere: 1 });
    expect(await roll()).toBe(0);
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

  test("a purged visit's session stays, and is nobody's", async () => {
    await on.store.visits.append(aVisit(), 0, entries([began(1), answer(2, "WhenWasTheAccident")]));
    await rollAll();
    expect(await on.store.retention.sweep({ visits: -1 })).toEqual({ visits: 1 });
    expect(await rows()).toMatchObject([{ visit_id: null, affiliate: "7", device: "phone" }]);
    expect((await numbers()).totals.sessions).toBe(1);
  });

  test("a session of an older chart stays as it was counted, and its edges are flagged", async () => {
    const visit = aVisit({ machineVersion: "older" });
    await on.store.visits.append(visit, 0, entries([began(1), answer(2, "WhenWasTheAccident")]));
    await rollAll();
    await sqlOn(
      on.url,
      "update analytics_traces set items = '>WhenWasTheAccident >Removed', place = 'Removed'",
    );
    await on.store.analytics.makeDue([machineVersion(variants.get("c")!)]);
    await rollAll();
    const { edges, nodes } = await numbers();
    expect(edges.filter(({ isModelled }) => !isModelled)).toMatchObject([
      { id: "WhenWasTheAccident->Removed", visits: 1 },
    ]);
    expect(nodes.filter(({ isModelled }) => !isModelled)).toMatchObject([{ id: "Removed", stillThere: 1 }]);
  });
});

describe("what is rolled up", () => {
  const { on, rollAll, numbers } = rolledStore(sqlite.start);

  test("a visitor who has gone back is where that led", async () => {
    const back: LogEntry = { at: 4, kind: "back", body: { from: "AtFault" } };
    const log = [began(1), answer(2, "WhenWasTheAccident"), answer(3, "OtherDriversVehicleType"), back];
    await on.store.visits.append(aVisit(), 0, entries(log));
    await rollAll();
    const found = await numbers();
    expect(nodeOf(found, "OtherDriversVehicleType")).toMatchObject({ visits: 2, stillThere: 1, backTo: 1 });
    expect(found.conservation.holds).toBe(true);
  });

  test("answers that the chart does not take are flagged; a survey that is gone is left out", async () => {
    const log = [began(1), answer(2, "WhenWasTheAccident"), answer(3, "Forged")];
    await on.store.visits.append(aVisit(), 0, entries(log));
    await on.store.visits.append(aVisit({ variant: "gone" }), 0, entries(log));
    await rollAll();
    const { unmatched, totals, conservation } = await numbers();
    expect(totals).toMatchObject({ sessions: 1, underWay: 1 });
    expect(unmatched).toMatchObject([{ source: "OtherDriversVehicleType", step: "Forged", visits: 1 }]);
    expect(conservation.holds).toBe(true);
  });

  test("a breach of conservation is reported", async () => {
    await on.store.visits.append(aVisit(), 0, entries([began(1), answer(2, "WhenWasTheAccident")]));
    await rollAll();
    await sqlOn(on.url, "update analytics_traces set place = 'HasLawyer'");
    const { conservation } = await numbers();
    expect(conservation).toEqual({
      holds: false,
      breaches: [
        { node: "OtherDriversVehicleType", visits: 1, exits: 0, stillThere: 0 },
        { node: "HasLawyer", visits: 0, exits: 0, stillThere: 1 },
      ],
    });
  });

  test("nothing of a visitor's own is in the tables", async () => {
    const query = { affid: "7", s1: "zoe@canary.example", sub5: "canaryclick", gclid: "canarygclid" };
    const arrival = { path: "/survey/c", query, referer: "https://canary.example/", click: "canaryown" };
    const log: LogEntry[] = [
      { at: 1, kind: "entry", body: arrival },
      answer(2, "WhenWasTheAccident", { accident_date_button: "canary" }),
      answer(3, "OtherDriversVehicleType", { other_vehicle_type: "canary" }),
      answer(4, "canarystep@canary.example 212-555-0100", { firstName: "canary" }),
      { at: 5, kind: "refused", body: { step: "AtFault", fields: ["email", "canaryfield"] } },
      { at: 6, kind: "fact", body: { fact: "publicIp", value: { ip: "192.0.2.77" } } },
    ];
    await on.store.visits.append(aVisit({ sessionId: "canary-session" }), 0, entries(log));
    await rollAll();
    const tables = ["analytics_sessions", "analytics_sources", "analytics_traces"];
    const all = JSON.stringify(
      await Promise.all(tables.map((table) => sqlOn(on.url, `select * from ${table}`))),
    );
    expect(all).toContain("(other)");
    expect(all).toContain("-email,unknown");
    expect(all).not.toMatch(/canary|zoe|@|192\.0\.2|212-?555/);
  });
});

/** The same but for times, which are 5 % off at most. */
function expectAlike(found: ReturnType<typeof recount>, plain: ReturnType<typeof recount>): void {
  const without = (counted: typeof found) => ({
    ...counted,
    completed: counted.completed.map(({ device, count }) => [device, count]),
    nodes: counted.nodes.map(({ dwell, ...node }) => ({ ...node, times: dwell.count })),
  });
  expect(without(found)).toEqual(without(plain));
  found.nodes.forEach(({ id, dwell }, index) => {
    if (id === "start") return;
    for (const name of ["median", "p90"] as const) {
      const exact = plain.nodes[index]!.dwell[name];
      if (exact === null) expect(dwell[name]).toBeNull();
      else expect(Math.abs(dwell[name]! - exact)).toBeLessThanOrEqual(exact * 0.05 + 1);
    }
  });
}
