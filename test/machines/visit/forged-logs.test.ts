import fc from "fast-check";
import { expect, it } from "vitest";
import { outline } from "../../../machines/outline.ts";
import { everyCall, outcomesOf } from "../../../machines/simulator/moves.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { type LogEntry, readLog } from "../../../machines/visit/log.ts";
import { replay, stepsOf } from "../../../machines/visit/replay.ts";
import { newPaths, tellingSuites } from "../../paths/model/all-suites.ts";
import { turnsOf } from "../../paths/model/turns.ts";
import { walkLog } from "../../paths/pure-layer.ts";
import { holds } from "../../support/holds.ts";

const odd = ["__proto__", "constructor", "submitting", "thankYou", "StartPath", "PendingDUICharges", ""];

it.each(tellingSuites)(
  "a forged log of $world.label ends by the chart's way alone",
  holds("T13"),
  (suite) => {
    const { machine, input } = suite.model;
    const steps = Object.keys(machine.root.states);
    const complete = suite.edgePaths.map((path) => [...walkLog(suite, turnsOf(path)).log]);
    const forgedStep = fc.constantFrom(...steps, ...odd);
    const forged: fc.Arbitrary<LogEntry> = fc.oneof(
      fc
        .record({ step: forgedStep, after: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }) })
        .map(
          (body): LogEntry => ({
            at: 0,
            kind: "answer",
            body: { ...body, answers: { lead_is_qualified: "yes", pending_dui_charges: "no" } as never },
          }),
        ),
      fc
        .constantFrom(...everyCall.flatMap(outcomesOf))
        .map((body): LogEntry => ({ at: 0, kind: "outcome", body })),
      forgedStep.map((from): LogEntry => ({ at: 0, kind: "back", body: { from } })),
    );
    /** A finished visit's log with entries taken out, moved and forged. */
    const tampered = fc.constantFrom(...complete).chain((log) =>
      fc.record({
        // Most whole ones are finished, few of the others.
        kept: fc.oneof(
          { weight: 1, arbitrary: fc.shuffledSubarray(log) },
          { weight: 1, arbitrary: fc.subarray(log) },
          { weight: 4, arbitrary: fc.constant(log) },
        ),
        added: fc.array(fc.tuple(fc.nat(30), forged), { maxLength: 12 }),
      }),
    );
    const direct = outline(machine);
    const asked = (name: string) => stepNamed(name, machine)?.kind;
    // A step, an end, or what a router, the submission or a wait between two steps leads to.
    const through = (name: string): string[] =>
      asked(name) || machine.root.states[name]?.type === "final"
        ? [name]
        : (direct.get(name) ?? []).flatMap(through);
    const next = new Map([...direct].map(([name, to]) => [name, to.flatMap(through)]));
    const ends = (name: string) =>
      (next.get(name) ?? []).some((to) => machine.root.states[to]?.type === "final");
    const makesLead = suite.world.entry.variant.flow !== "benefits";
    let finished = 0;

    fc.assert(
      fc.property(tampered, ({ kept, added }) => {
        const log = [...kept];
        for (const [place, entry] of added) log.splice(place % (log.length + 1), 0, entry);
        const { trail } = readLog(log);
        const { taken, left, snapshot } = replay(stepsOf(machine), input, trail);
        expect([...taken, ...left]).toEqual(trail);
        expect(({} as Record<string, unknown>).lead_is_qualified).toBeUndefined();
        if (snapshot.status !== "done") return;
        finished++;
        // A closing state takes answers and does nothing with them; the server records those to steps only.
        const way = taken.filter(({ step }) => asked(step) && asked(step) !== "end");
        expect(through(String(machine.config.initial))).toContain(way[0]?.step);
        way.slice(1).forEach(({ step }, index) => {
          const before = way[index]!.step;
          expect([before, ...(next.get(before) ?? [])]).toContain(step);
        });
        expect(ends(way.at(-1)!.step)).toBe(true);
        const posted = taken.flatMap(({ outcomes }) => outcomes).filter(({ call }) => call === "postLead");
        expect(!makesLead || posted.some((outcome) => "output" in outcome)).toBe(true);
      }),
      { numRuns: 60 },
    );
    // Were none finished, nothing would have been shown.
    expect(finished).toBeGreaterThan(0);
  },
);

const newWays = newPaths().filter(({ paths }) => paths.length > 0);

it.each(newWays)("at $suite.world.label nothing but the whole log ends the survey", holds("T13"), (each) => {
  const { suite, paths } = each;
  const { machine, input } = suite.model;
  for (const path of paths) {
    const { log } = walkLog(suite, turnsOf(path));
    const isOver = (entries: readonly LogEntry[]) =>
      replay(stepsOf(machine), input, readLog(entries).trail).snapshot.status === "done";
    expect(isOver(log)).toBe(true);
    const answered = log.filter(({ kind }) => kind === "answer");
    const { trail } = readLog(log);
    for (const entry of answered) {
      if (entry.kind !== "answer") continue;
      // Of an answer that was given again the last one counts.
      const isLast = trail.some(({ at, step }) => step === entry.body.step && at === entry.at);
      if (isLast) expect(isOver(log.filter((each) => each !== entry)), entry.body.step).toBe(false);
    }
  }
});
