import fc from "fast-check";
import { expect, it } from "vitest";
import { stepNamed } from "../../machines/steps/index.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { standing } from "../../services/visits/stand.ts";
import { firstSuites } from "../model/all-suites.ts";
import { answerCases } from "../model/cases.ts";
import { outcomesOf } from "../model/outcome-cases.ts";
import { today } from "../support/lead-facts.ts";

/** What a visitor does next: numbers choose among what the screen offers. */
const moves = fc.array(
  fc.record({
    does: fc.constantFrom("answers", "answers", "answers", "answersAgain", "changes", "goesBack"),
    where: fc.nat(30),
    what: fc.nat(30),
    outcomes: fc.array(fc.nat(8), { minLength: 5, maxLength: 5 }),
  }),
  { maxLength: 30 },
);

it.each(firstSuites)("however a visitor wanders at $world.label, the log is a legal run", ({ world }) => {
  const { entry } = world;
  fc.assert(
    fc.property(moves, (all) => {
      const log: LogEntry[] = [{ at: 0, kind: "entry", body: { path: entry.path, query: {}, referer: "" } }];
      for (const { does, where, what, outcomes } of all) {
        const before = standing(entry, log);
        if (before.ending !== null || before.replay.snapshot.status === "done") return;
        const { path } = before;
        const taken = before.replay.taken.map(({ step }) => step);
        const step = does === "answers" || taken.length === 0 ? path.at(-1)! : taken[where % taken.length]!;
        if (does === "goesBack") {
          log.push({ at: log.length, kind: "back", body: { from: path[where % path.length]! } });
          expect(standing(entry, log).replay.taken).toEqual(before.replay.taken);
          continue;
        }
        const cases = answerCases(stepNamed(step, entry.variant.code)!, today);
        const chosen = cases[what % cases.length]!;
        const draft = before.visit.drafts[step];
        const answers =
          does === "answersAgain" && draft ? draft : chosen.kind === "answer" ? chosen.answers : {};
        const place = step === before.replay.state ? { after: path.indexOf(step) } : {};
        log.push({ at: log.length, kind: "answer", body: { step, answers, ...place } });
        for (const pick of outcomes) {
          const { call } = standing(entry, log).replay;
          if (!call) break;
          const possible = outcomesOf(call.id);
          log.push({ at: log.length, kind: "outcome", body: possible[pick % possible.length]! });
        }

        const after = standing(entry, log);
        expect(after.replay.left).toEqual([]);
        expect(after.replay.taken).toEqual(after.visit.trail);
        expect(after.visit.drafts[step]).toEqual(answers);
        // Only what lies on the visitor's own way is in the chart, in the newest words.
        const onTheWay = Object.assign({}, ...after.visit.trail.map(({ answers: own }) => own));
        expect(after.replay.snapshot.context.answers).toEqual(onTheWay);
        const index = taken.indexOf(step);
        if (index >= 0 && index < taken.length - 1 && does === "answersAgain") {
          expect(after.replay.taken).toEqual(before.replay.taken);
          expect(after.step).toBe(path[index + 1]);
        }
        // What lies before the answered question stays as it was.
        const kept = path.indexOf(step);
        expect(after.replay.taken.slice(0, kept)).toEqual(before.replay.taken.slice(0, kept));
      }
    }),
    { numRuns: 60 },
  );
});
