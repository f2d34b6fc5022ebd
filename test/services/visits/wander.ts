import fc from "fast-check";
import { answerCases } from "../../../machines/model/cases.ts";
import { outcomesOf } from "../../../machines/model/moves.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { today } from "../../support/lead-facts.ts";

/** A visitor's next action: numbers choose among what the screen offers. */
export const moves = fc.array(
  fc.record({
    does: fc.constantFrom("answers", "answers", "answers", "answersAgain", "changes", "goesBack"),
    where: fc.nat(30),
    what: fc.nat(30),
    outcomes: fc.array(fc.nat(8), { minLength: 5, maxLength: 5 }),
  }),
  { maxLength: 30 },
);

type Moves = typeof moves extends fc.Arbitrary<infer Value> ? Value : never;

/** A move: the visit before and after it, the log so far, and its answer, if any. */
export type Moved = {
  before: VisitState;
  after: VisitState;
  log: readonly LogEntry[];
  does: Moves[number]["does"];
  answered?: { step: string; answers: Answers };
};

/** Lets a visitor wander through a survey as the moves say, up to its end, telling of each. */
export function wander(entry: SurveyEntry, all: Moves, see: (moved: Moved) => void): void {
  const log: LogEntry[] = [{ at: 0, kind: "entry", body: { path: entry.path, query: {}, referer: "" } }];
  for (const { does, where, what, outcomes } of all) {
    const before = openVisit(entry, {}, log);
    if (before.ending !== null || before.replay.snapshot.status === "done") return;
    const { path } = before;
    const taken = before.replay.taken.map(({ step }) => step);
    const step = does === "answers" || taken.length === 0 ? path.at(-1)! : taken[where % taken.length]!;
    if (does === "goesBack") {
      log.push({ at: log.length, kind: "back", body: { from: path[where % path.length]! } });
      see({ before, after: openVisit(entry, {}, log), log, does });
      continue;
    }
    const cases = answerCases(stepNamed(step, entry.variant.machine)!, today);
    const chosen = cases[what % cases.length]!;
    const draft = before.visit.drafts[step];
    const answers = does === "answersAgain" && draft ? draft : chosen.kind === "answer" ? chosen.answers : {};
    const place = step === before.replay.state ? { after: path.indexOf(step) } : {};
    log.push({ at: log.length, kind: "answer", body: { step, answers, ...place } });
    for (const pick of outcomes) {
      const { call } = openVisit(entry, {}, log).replay;
      if (!call) break;
      const possible = outcomesOf(call.id);
      log.push({ at: log.length, kind: "outcome", body: possible[pick % possible.length]! });
    }
    see({ before, after: openVisit(entry, {}, log), log, does, answered: { step, answers } });
  }
}
