import { describe, expect, test } from "vitest";
import { leafOf } from "../../../machines/graph/leaves.ts";
import { type SurveyEntry, variants } from "../../../machines/registry.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { rollUp } from "../../../services/analytics/roller.ts";
import { viewOfVariant } from "../../../services/analytics/session.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import { numbersOf } from "../../../services/features/numbers/index/numbers.ts";
import { SessionIndex } from "../../../services/features/numbers/index/session-index.ts";
import { chanceFrom } from "../../../services/features/numbers/simulation/behaviour.ts";
import { type Simulated, simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import type { DataKind, Numbers } from "../../../services/features/numbers/types.ts";
import type { NewVisit } from "../../../services/store/rows.ts";
import { machineVersion } from "../../../services/visits/machine-version.ts";
import { type DatabaseServer, databases, sqlite } from "../../support/databases.ts";
import { answer, began, entries, rolledStore } from "../../support/rolled.ts";
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
 * A visit's way from its log alone: where it is after each entry, replayed from the beginning each time. Answers that
 * are pressed again unchanged are not distinguished; logs for it have none.
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

/** An empty store for each test, how its visits are rolled up, and what the numbers then are. */
function numberedStore(start: () => Promise<DatabaseServer>) {
  const rolled = rolledStore(start);
  const { on } = rolled;

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

  const numbers = async (data: DataKind = "real") => {
    const index = new SessionIndex();
    await index.refresh(on.store.numbers);
    return numbersOf(index, { variant: "c", data }, 0);
  };
  return { ...rolled, record, numbers };
}

const nodeOf = ({ nodes }: Numbers, id: string) => nodes.find((node) => node.id === id);

describe.each(databases)("the roll-up on $name", ({ start }) => {
  const { on, roll, rollAll, record, rows, numbers } = numberedStore(start);

  test("kept up to date while visits grow under several processes, it equals a rebuild and a plain count of the logs", async () => {
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
    await index.refresh(on.store.numbers);
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

  test("a visit that grows during its roll-up is rolled up again, and never shrinks", async () => {
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

  test("a purged visit's session is kept, without a visit", async () => {
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
  const { on, rollAll, numbers } = numberedStore(sqlite.start);

  test("a visitor who went back is counted where that led", async () => {
    const back: LogEntry = { at: 4, kind: "back", body: { from: "AtFault" } };
    const log = [began(1), answer(2, "WhenWasTheAccident"), answer(3, "OtherDriversVehicleType"), back];
    await on.store.visits.append(aVisit(), 0, entries(log));
    await rollAll();
    const found = await numbers();
    expect(nodeOf(found, "OtherDriversVehicleType")).toMatchObject({ visits: 2, stillThere: 1, backTo: 1 });
    expect(found.conservation.holds).toBe(true);
  });

  test("answers that the chart does not take are flagged; visits of a removed survey are left out", async () => {
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

  test("the tables contain nothing of a visitor's own", async () => {
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

/** The same except for times, which are off by 5 % at most. */
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
