import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { initialTransition, transition } from "xstate";
import { comparisonOf } from "../../../machines/features/what-if/comparison.ts";
import { isBroken, readGate } from "../../../machines/features/what-if/gate.ts";
import { addVisit, emptyTally, type Tally } from "../../../machines/features/what-if/tally.ts";
import type { World } from "../../../machines/features/what-if/world.ts";
import { leafOf } from "../../../machines/graph/leaves.ts";
import { answerCases } from "../../../machines/model/cases.ts";
import { outcomesOf } from "../../../machines/model/moves.ts";
import { inputOf, readScenario } from "../../../machines/model/setup.ts";
import { simulate as runMoves } from "../../../machines/model/simulate.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { type LogEntry, readLog } from "../../../machines/visit/log.ts";
import { inputFor } from "../../../machines/visit/open-visit.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import { summaryOf } from "../../../tools/features/what-if/summary.ts";
import { batchesInFile, storedBatches, visitsIn } from "../../../tools/features/what-if/visits.ts";
import { edited, edits, variant, worldOf } from "./worlds.ts";

const logs = (sessions: number, machine = variant.machine) => {
  const until = Date.UTC(2026, 5, 15);
  const made = simulate({
    sessions,
    seed: 5,
    variant: { ...variant, machine },
    days: 7,
    until,
    day: () => 0,
  });
  return [...made].map(({ log }, index) => ({ id: `v${index}`, log }));
};
/** Visits that made a lead; after a visit that was left everything is unknown, more than can be counted one by one. */
const visits = logs(120).filter(({ log }) => log.some(isPost));
const plain = worldOf(variant.machine);
const tallied = (after: World) => {
  const tally = emptyTally();
  const comparison = comparisonOf({ before: plain, after }, {});
  for (const visit of visits) addVisit(tally, comparison, visit);
  return tally;
};
const bounds = ({ kinds }: Tally) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { atLeast, atMost }]) => [kind, [atLeast, atMost]]));

describe("what if", () => {
  it("nothing differs through the same chart, twice", () => {
    const tally = tallied(worldOf(variant.machine));
    expect(tally.visits).toBe(visits.length);
    expect(tally.failed).toBe(0);
    expect(Object.values(bounds(tally)).flat()).toEqual(Array(20).fill(0));
  });

  it.each(edits)("%s: as counted one by one, without anything remembered", (_, after) => {
    const tally = tallied(after);
    const machine = after.entryAt({ path: "/survey/c" }).variant.machine;
    const counts = { way: [0, 0], verdict: [0, 0] };
    for (const { log } of visits) {
      const [before] = plainWays(variant.machine, plain, log);
      const left = before!.lead === null ? before!.way.at(-1) : null;
      const all = plainWays(machine, after, log, left);
      for (const kind of ["way", "verdict"] as const) {
        const differ = all.map((one) =>
          kind === "way" ? one.way.join() !== before!.way.join() : one.lead?.[0] !== before!.lead?.[0],
        );
        counts[kind][0]! += Number(differ.every(Boolean));
        counts[kind][1]! += Number(differ.some(Boolean));
      }
    }
    expect({ way: bounds(tally).way, verdict: bounds(tally).verdict }).toEqual(counts);
    expect(counts.way[1]! + counts.verdict[1]!).toBeGreaterThan(10);
  });

  it("a visit recorded under another version is left out and counted, whatever the chart says about its log", () => {
    const [, without] = edits[0]!;
    const { machine } = without.entryAt({ path: "/survey/c" }).variant;
    const newer = logs(120, machine).filter(({ log }) => log.some(isPost));
    const older = visits.filter(({ log }) =>
      readLog(log).trail.some(({ step }) => step === "PoliceReportFiled"),
    );
    const tallyOf = (before: World, after: World, recorded: Parameters<typeof addVisit>[2][]) => {
      const tally = emptyTally();
      const comparison = comparisonOf({ before, after }, {});
      for (const visit of recorded) addVisit(tally, comparison, visit);
      return tally;
    };
    // The release took the question away, and the chart before it stops at what the newer visits never met.
    const forth = tallyOf(plain, without, [...older, ...newer]);
    expect([forth.visits, forth.otherVersion]).toEqual([older.length, newer.length]);
    expect([forth.kinds.won.atMost, forth.kinds.verdict.atMost, forth.kinds.skips.atLeast]).toEqual([
      0,
      0,
      older.length,
    ]);
    const back = tallyOf(without, plain, [...older, ...newer]);
    expect([back.visits, back.otherVersion]).toEqual([newer.length, older.length]);
    const [first] = visits;
    const lost = tallyOf(plain, plain, [{ ...first!, isLead: false }, first!]);
    expect([lost.visits, lost.otherVersion]).toEqual([1, 1]);
    const report = { code: "c", before: "HEAD", after: "working tree", visitsOf: "visits", rest: [] };
    expect(summaryOf({ ...report, tally: forth }, "")).toContain(
      `${newer.length} of ${older.length + newer.length} were recorded under another version of the chart and are left out.`,
    );
  });

  it("a removed question is skipped, and changes nothing else", () => {
    const { kinds, skipped } = tallied(edits[0]![1]);
    expect(skipped).toEqual({ PoliceReportFiled: kinds.skips.atLeast });
    expect([kinds.verdict.atMost, kinds.end.atMost, kinds.meets.atMost]).toEqual([0, 0, 0]);
  });

  it("a new question is never guessed: verdicts are bounds", () => {
    const { kinds, met } = tallied(edits[1]![1]);
    expect(met.MissedWork).toBe(kinds.meets.atLeast);
    expect(kinds.verdict.atLeast).toBe(0);
    expect(kinds.verdict.atMost).toBe(visits.length);
  });

  it("a check that fails closed loses leads, but its answer to another call is unknown: bounds", () => {
    const closed = edited((states) => {
      const { states: inner, ...step } = states.PhoneAndZip;
      const { invoke } = inner.checkingPhone;
      const refuses = { target: "asking", actions: "refusePhone" };
      states.PhoneAndZip = {
        ...step,
        states: { ...inner, checkingPhone: { invoke: { ...invoke, onError: refuses } } },
      };
    });
    const comparison = comparisonOf({ before: plain, after: worldOf(closed) }, {});
    const tally = emptyTally();
    visits.forEach(({ id, log }, index) => {
      const without = log.map(
        (entry): LogEntry =>
          entry.kind === "outcome" && entry.body.call === "checkPhone" && index < 9
            ? { ...entry, body: { call: "checkPhone", error: "timeout" } as never }
            : entry,
      );
      addVisit(tally, comparison, { id, log: without });
    });
    const found = bounds(tally);
    expect([found.lost, found.won, found.payload]).toEqual([
      [0, 9],
      [0, 0],
      [9, 9],
    ]);
    expect(isBroken(readGate("lost>8")!, tally)).toBe(true);
    const about = { code: "c", before: "HEAD", after: "working tree", visitsOf: "visits", rest: [] };
    expect(summaryOf({ ...about, tally }, "")).toContain("| send no lead any more | at most 9 |");
  });

  it("each visit opens in the simulator where the charts part, without any typed word", () => {
    for (const [, after] of edits) {
      for (const { simulate: address, visit } of tallied(after).kinds.way.samples) {
        expect(address).not.toMatch(/visitor%40example|Simulated|2135550100|hit\+from\+behind/);
        const scenario = readScenario(variant, new URLSearchParams(address), {
          today: { year: 2026, month: 6, day: 15 },
          dateOfBirthStates: [],
          noDefaultBuyersStates: [],
        });
        const { moments } = runMoves(
          after.entryAt({ path: "/survey/c" }).variant.machine,
          inputOf(scenario.setup).input,
          scenario.moves,
        );
        expect(moments.length - 1, visit).toBe(scenario.moves.length);
      }
    }
  });

  it.each(["\n", "\r\n"])("each line of a file is in one batch, wherever batches begin: %j", async (end) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "what-if-"));
    const file = join(folder.path, "visits.jsonl");
    const ids = ["é", "b\u2028b", "ccccccc", "d€"];
    writeFileSync(file, ids.map((id) => JSON.stringify({ id, log: [] }) + end).join(""));
    for (let bytes = 1; bytes < 110; bytes++) {
      const read: string[] = [];
      for (const batch of batchesInFile(file, bytes))
        for await (const { id } of visitsIn(batch, variant)) read.push(id);
      expect(read, String(bytes)).toEqual(ids);
    }
  });

  it("each visit of the store is in one slice of its time", async () => {
    const now = Date.now();
    const ids = Array.from({ length: 901 }, (_, index) => uuid7(now - 9_000 + 10 * index)).sort();
    const visitsOf = async (_: string, after: string, limit: number) =>
      ids
        .filter((id) => id > after)
        .slice(0, limit)
        .map((id) => ({ id, entries: [] }));
    const store = { analytics: { visitsOf } } as never;
    const read: string[] = [];
    for (const batch of await storedBatches(store, "c"))
      for await (const { id } of visitsIn(batch, variant, store)) read.push(id);
    expect(read).toEqual(ids);
  });

  it("a gate is broken by what may change, and a summary says it all", () => {
    const tally = tallied(edits[1]![1]);
    expect(isBroken(readGate("meets>0.5%")!, tally)).toBe(true);
    expect(isBroken(readGate("skips>0")!, tally)).toBe(false);
    expect(readGate("luck>1%")).toBeUndefined();
    const thrown = { ...emptyTally(), failed: 3 };
    expect([isBroken(readGate("verdict>0.5%")!, thrown), isBroken(readGate("verdict>3")!, thrown)]).toEqual([
      true,
      false,
    ]);
    const report = {
      code: "c",
      before: "HEAD",
      after: "working tree",
      visitsOf: "visits",
      rest: [],
      tally,
    };
    const { atLeast, atMost } = tally.kinds.meets;
    expect(atLeast).toBe(atMost);
    const summary = summaryOf(report, "https://site.example", [
      readGate("meets>0.5%")!,
      readGate("skips>0")!,
    ]);
    expect(summary).toContain(
      `| are asked a question they never answered | ${atLeast} | ${((100 * atLeast) / tally.visits).toFixed(2)} % | [v`,
    );
    expect(summary).toContain("](https://site.example/graphs/c/simulate?");
    expect(summary).toContain(`| get another verdict (q) | at most ${tally.kinds.verdict.atMost} |`);
    expect(summary).toContain("Limit `meets>0.5%`: **more may change than allowed**");
    expect(summary).toContain("Limit `skips>0`: kept (0).");
    expect(summary).toContain(`Newly asked questions: MissedWork ${tally.met.MissedWork}.`);
    const same = tallied(worldOf(variant.machine));
    expect(summaryOf({ ...report, tally: same }, "")).toContain("**Nothing changes for these visits.**");
  });
});

function isPost({ kind, body }: LogEntry): boolean {
  return kind === "outcome" && body.call === "postLead";
}
type Way = { way: string[]; lead: [q: string] | null };

/** Every way a visit can take, by XState's own functions and one by one. */
function plainWays(
  machine: SurveyMachine,
  world: World,
  log: readonly LogEntry[],
  left?: string | null,
): Way[] {
  const visit = readLog(log);
  const said = visit.trail.flatMap(({ outcomes }) => outcomes);
  const given = new Map(log.flatMap((e) => (e.kind === "answer" ? [[e.body.step, e.body] as const] : [])));
  for (const each of visit.trail) given.set(each.step, each);
  const entry = world.entryAt(visit.arrival);
  // biome-ignore lint/suspicious/noExplicitAny: events and snapshots of any chart
  type Config = any;
  const go = (snapshot: Config, way: string[], asked: string[], calls: string[]): Way[] => {
    const here = [...way, leafOf(snapshot)];
    const end = (isPosted: boolean): Way => ({
      way: here,
      lead: isPosted ? [world.lead(entry, snapshot.context).qualified ? "y" : "n"] : null,
    });
    if (snapshot.status === "done") return [end(calls.includes("postLead"))];
    const call = Object.keys(snapshot.children).find((id) => snapshot.children[id]) as never;
    const on = (event: Config, more: string[], called: string[]) =>
      go(transition(machine, snapshot, event)[0], here, more, called);
    if (call) {
      const recorded = said.filter((each) => each.call === call);
      if (left === here.at(-1) || (left === undefined && recorded.length === 0)) return [end(false)];
      const known =
        call === "postLead"
          ? outcomesOf(call).slice(0, 1)
          : recorded.length > 0
            ? [recorded[Math.min(calls.filter((each) => each === call).length, recorded.length - 1)]!]
            : outcomesOf(call);
      return known.flatMap((outcome) =>
        on(
          "error" in outcome
            ? { type: `xstate.error.actor.${call}`, error: outcome.error }
            : { type: `xstate.done.actor.${call}`, output: outcome.output },
          asked,
          [...calls, call],
        ),
      );
    }
    const step = here.at(-1)!.split(".")[0]!;
    const answer = given.get(step);
    if (answer && !asked.includes(step))
      return on({ type: "ANSWER", answers: answer.answers, today: answer.today }, [...asked, step], calls);
    const question = stepNamed(step, machine);
    if (!question || left === undefined || left === here.at(-1) || asked.includes(step)) return [end(false)];
    const { today } = snapshot.context;
    const tried = answerCases(question, today).flatMap((each) =>
      each.kind === "answer" ? [each.answers] : [],
    );
    return [
      end(false),
      ...tried.flatMap((answers) => on({ type: "ANSWER", answers, today }, [...asked, step], calls)),
    ];
  };
  const [first] = initialTransition(machine, inputFor(entry, visit, {}));
  return go(first, [], [], []);
}
