import fc from "fast-check";
import { expect, it } from "vitest";
import { outline } from "../../machines/outline.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { type LogEntry, readLog } from "../../machines/visit/log.ts";
import { replay } from "../../machines/visit/replay.ts";
import { outcomesOf } from "../model/outcome-cases.ts";
import { firstSuites } from "../model/suite.ts";
import { walkLog } from "../paths/pure-layer.ts";
import { turnsOf } from "../paths/turns.ts";

const calls = [
  "checkEmail",
  "lookUpZip",
  "checkPhone",
  "checkGibberish",
  "exchangeLeadData",
  "postLead",
] as const;
const odd = ["__proto__", "constructor", "submitting", "thankYou", "StartPath", "PendingDUICharges", ""];

it.each(firstSuites)("a forged log of $entry.path reaches its end only by the chart's own way", (suite) => {
  const { machine, input } = suite.model;
  const steps = Object.keys(machine.root.states);
  const complete = suite.edgePaths.map((path) => walkLog(suite, turnsOf(path), { watch: false }).log);
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
    fc.constantFrom(...calls.flatMap(outcomesOf)).map((body): LogEntry => ({ at: 0, kind: "outcome", body })),
    forgedStep.map((from): LogEntry => ({ at: 0, kind: "back", body: { from } })),
  );
  /** A finished visit's log with entries taken out, moved and forged. */
  const tampered = fc.constantFrom(...complete).chain((log) =>
    fc.record({
      kept: fc.oneof(fc.shuffledSubarray(log), fc.subarray(log), fc.constant(log)),
      added: fc.array(fc.tuple(fc.nat(30), forged), { maxLength: 12 }),
    }),
  );
  const direct = outline(machine);
  // A step, or what a router or a wait between two steps leads to.
  const through = (name: string): string[] =>
    stepNamed(name) || name === "submitting" ? [name] : (direct.get(name) ?? []).flatMap(through);
  const next = new Map([...direct].map(([name, to]) => [name, to.flatMap(through)]));
  const ends = (name: string) => (next.get(name) ?? []).includes("submitting");
  let finished = 0;

  fc.assert(
    fc.property(tampered, ({ kept, added }) => {
      const log = [...kept];
      for (const [place, entry] of added) log.splice(place % (log.length + 1), 0, entry);
      const { trail } = readLog(log);
      const { state, taken, left, snapshot } = replay(machine, input, trail);
      expect([...taken, ...left]).toEqual(trail);
      expect(({} as Record<string, unknown>).lead_is_qualified).toBeUndefined();
      if (state !== "thankYou") return;
      finished++;
      // A closing state takes answers and does nothing with them; the server records those to steps only.
      const way = taken.filter(({ step }) => stepNamed(step));
      expect(through(String(machine.config.initial))).toContain(way[0]?.step);
      way.slice(1).forEach(({ step }, index) => {
        const before = way[index]!.step;
        expect([before, ...(next.get(before) ?? [])]).toContain(step);
      });
      expect(ends(way.at(-1)!.step)).toBe(true);
      const posted = way.at(-1)!.outcomes.filter(({ call }) => call === "postLead");
      expect(posted.some((outcome) => "output" in outcome)).toBe(true);
      expect(snapshot.status).toBe("done");
    }),
    { numRuns: 400 },
  );
  // Were none finished, nothing would have been shown.
  expect(finished).toBeGreaterThan(10);
});

it.each(firstSuites)("at $entry.path nothing short of the whole log posts a lead", (suite) => {
  const { machine, input } = suite.model;
  for (const path of suite.edgePaths) {
    const { log } = walkLog(suite, turnsOf(path), { watch: false });
    const stateOf = (entries: LogEntry[]) => replay(machine, input, readLog(entries).trail).state;
    expect(stateOf(log)).toBe("thankYou");
    const answered = log.filter(({ kind }) => kind === "answer");
    const { trail } = readLog(log);
    for (const entry of answered) {
      if (entry.kind !== "answer") continue;
      // Of an answer that was given anew the last one counts.
      const isLast = trail.some(({ at, step }) => step === entry.body.step && at === entry.at);
      if (isLast) expect(stateOf(log.filter((each) => each !== entry)), entry.body.step).not.toBe("thankYou");
    }
  }
});
