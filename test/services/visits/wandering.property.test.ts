import fc from "fast-check";
import { expect, it } from "vitest";
import { firstSuites } from "../../paths/model/all-suites.ts";
import { moves, wander } from "./wander.ts";

it.each(firstSuites)("however a visitor wanders at $world.label, the log is a legal run", ({ world }) => {
  fc.assert(
    fc.property(moves, (all) => {
      wander(world.entry, all, ({ before, after, does, answered }) => {
        if (!answered) {
          expect(after.replay.taken).toEqual(before.replay.taken);
          return;
        }
        const { step, answers } = answered;
        const { path } = before;
        const taken = before.replay.taken.map((each) => each.step);
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
      });
    }),
    { numRuns: 20 },
  );
});
