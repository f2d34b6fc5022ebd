import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edgeCover, explore, modelOf } from "../../../machines/model/covering.ts";
import { everyCall, outcomesOf } from "../../../machines/model/moves.ts";
import { checksEmail } from "../../../machines/parts/contact.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { survey } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { c } from "../../../machines/variants/c.ts";
import { type LogEntry, readLog } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { outline } from "../../../machines/visit/outline.ts";
import { replay, stepsOf } from "../../../machines/visit/replay.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { newPaths, tellingSuites } from "../../paths/model/all-suites.ts";
import { turnsOf } from "../../paths/model/run-path.ts";
import { type Suite, suitesOf } from "../../paths/model/suite.ts";
import { walkLog } from "../../paths/pure-layer.ts";
import { plainServer } from "../../services/visits/plain-server.ts";
import { holds } from "../../support/holds.ts";

type States = Record<string, Record<string, unknown>>;

/** Variant C with some of its states otherwise. */
function edited(edit: (states: States) => States): SurveyMachine {
  const config = c.machine.config as { states?: unknown };
  const states = edit({ ...(config.states as States) });
  return survey.createMachine({ ...config, states } as never) as unknown as SurveyMachine;
}

/** The same states, with one step leading elsewhere. */
const leading = (states: States, step: string, next: string): States => ({
  ...states,
  [step]: { ...states[step], on: { NEXT: next } },
});

const withoutVehicle = edited(({ OtherDriversVehicleType, ...states }) =>
  leading(states, "WhenWasTheAccident", "AtFault"),
);
const otherName = edited(({ OtherDriversVehicleType, ...states }) => ({
  ...leading(states, "WhenWasTheAccident", "VehicleType"),
  VehicleType: OtherDriversVehicleType!,
}));

/** Deploys during visits: from one chart to another. */
const deploys: { name: string; from: SurveyMachine; to: SurveyMachine }[] = [
  { name: "a step removed", from: c.machine, to: withoutVehicle },
  { name: "a step added", from: withoutVehicle, to: c.machine },
  { name: "a step renamed", from: otherName, to: c.machine },
  {
    name: "two steps swapped",
    from: c.machine,
    to: edited((states) => {
      const first = leading(states, "WhenWasTheAccident", "AtFault");
      return leading(
        leading(first, "AtFault", "OtherDriversVehicleType"),
        "OtherDriversVehicleType",
        "WasUserInjured",
      );
    }),
  },
  {
    name: "a check added to an early step",
    from: c.machine,
    to: edited((states) => ({ ...states, AtFault: { ...checksEmail, onDone: "WasUserInjured" } })),
  },
  {
    name: "the checks of a step removed",
    from: c.machine,
    to: edited((states) => ({ ...states, PhoneAndZip: { on: { NEXT: "submitting" } } })),
  },
];

const suite = suitesOf(variants.get("c")!)[0]!;
const { input } = suite.model;

const server = plainServer();

describe.each(deploys)("visitors under way when a deploy brings $name", holds("T35"), ({ from, to }) => {
  const model = modelOf(from, input);
  const logs = edgeCover(explore(model)).map((path) => walkLog({ ...suite, model }, turnsOf(path)).log);
  /** Logs as the deploy may find them, an entry at a time. */
  const prefixesOf = (all: typeof logs) => all.flatMap((log) => log.map((_, end) => log.slice(0, end + 1)));

  it("are replayed as far as the chart goes, and keep every answer", holds("T13"), () => {
    for (const log of prefixesOf(logs.slice(0, 5))) {
      const { trail, drafts } = readLog(log);
      const { taken, left, snapshot } = replay(stepsOf(to), input, trail);
      expect([...taken, ...left]).toEqual(trail);
      for (const { step, answers } of left) expect(drafts[step]).toEqual(answers);
      const recorded = new Set(taken.flatMap(({ answers }) => Object.keys(answers)));
      expect(Object.keys(snapshot.context.answers).filter((field) => !recorded.has(field))).toEqual([]);
    }
  });

  it("are not stranded: their answers lead to the end", async () => {
    // The second path of a cover goes through every refusal and failure.
    for (const log of prefixesOf(logs.slice(1, 2))) {
      const { posted, asked } = await server.goOn(suite.world.entry, to, log);
      expect(posted, `after ${log.length} entries were asked ${asked.join(", ")}`).toBe(true);
      expect(new Set(asked).size, asked.join(", ")).toBe(asked.length);
    }
  });
});

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
    // Some ends are come to without a lead, as by a rule that turns visitors away before it is made.
    const unposted = new Set([String(machine.config.initial)]);
    for (const name of unposted)
      for (const to of direct.get(name) ?? []) if (to !== "submitting") unposted.add(to);
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
        const makesLead = !unposted.has(String(snapshot.value));
        expect(!makesLead || posted.some((outcome) => "output" in outcome)).toBe(true);
      }),
      { numRuns: 60 },
    );
    // Were none finished, nothing would have been shown.
    expect(finished).toBeGreaterThan(0);
  },
);

const newWays = newPaths().filter(({ paths }) => paths.length > 0);

it.each(newWays)("at $suite.world.label only the whole log ends the survey", holds("T13"), (each) => {
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
      // If an answer was given twice, the last one counts.
      const isLast = trail.some(({ at, step }) => step === entry.body.step && at === entry.at);
      if (isLast) expect(isOver(log.filter((each) => each !== entry)), entry.body.step).toBe(false);
    }
  }
});

/** Everything that can be asked of a visit's state, as text: it is compared often. */
const asked = ({ visit, input, replay, path, step, ending }: VisitState) => {
  const { snapshot, state, taken, left, call, effects } = replay;
  const { value, status, context } = snapshot;
  const said = { visit, input, path, step, ending, state, taken, left, call, effects };
  return JSON.stringify({ ...said, value, status, context });
};

/** A walk whose visitor has gone back once, in the middle. */
function goingBack({ world: { entry } }: Suite, log: readonly LogEntry[]): LogEntry[] {
  const half = Math.ceil(log.length / 2);
  const { step } = openVisit(entry, {}, log.slice(0, half));
  return [
    ...log.slice(0, half),
    { at: log[half - 1]!.at, kind: "back", body: { from: step } },
    ...log.slice(half),
  ];
}

describe("going on from a known stand tells what a replay from the start does", () => {
  it.each([...variants.keys()])("%s", (code) => {
    const variant = variants.get(code)!;
    const [suite] = suitesOf(variant) as [Suite];
    const logs = suite.edgePaths
      .slice(0, 2)
      .map((path) => goingBack(suite, walkLog(suite, turnsOf(path)).log));
    let other: VisitState | undefined;
    for (const log of logs) {
      const [first] = log as [LogEntry & { kind: "entry" }];
      const { path } = first.body;
      const entry = { path, variant, defaults: variant.entries[path] ?? {} };
      let known = other;
      for (let length = 1; length <= log.length; length++) {
        known = openVisit(entry, {}, log.slice(0, length), known);
        expect(asked(known)).toBe(asked(openVisit(entry, {}, log.slice(0, length))));
      }
      // Knowledge of a longer log does no harm.
      const half = log.slice(0, Math.ceil(log.length / 2));
      expect(asked(openVisit(entry, {}, half, known))).toBe(asked(openVisit(entry, {}, half)));
      other = known;
    }
  });
});
