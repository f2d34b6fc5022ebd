import fc from "fast-check";
import { expect, it } from "vitest";
import { answerCases } from "../../../machines/model/cases.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { today } from "../../support/lead-facts.ts";
import { tellingSurveys } from "../../support/telling-surveys.ts";
import { bothEnds } from "./both-ends.ts";

/** A visitor's next action: numbers choose among what the screen offers. */
const moves = fc.array(
  fc.record({
    does: fc.oneof(
      { weight: 9, arbitrary: fc.constant("answers" as const) },
      { weight: 2, arbitrary: fc.constantFrom("changes", "answersWrongly", "goesBack", "reloads") },
    ),
    where: fc.nat(30),
    what: fc.nat(30),
    outcomes: fc.array(fc.nat(8), { minLength: 5, maxLength: 5 }),
    holds: fc.boolean(),
    down: fc.boolean(),
  }),
  { minLength: 5, maxLength: 45 },
);

it.each(tellingSurveys)(
  "after any actions at %s, server and browser have appended the same log",
  async (code) => {
    const variant = variants.get(code)!;
    const paths = Object.keys(variant.entries);
    await fc.assert(
      fc.asyncProperty(fc.nat(), moves, async (way, all) => {
        const path = paths[way % paths.length]!;
        const ends = bothEnds({ path, variant, defaults: variant.entries[path]! });
        await ends.open();
        const compare = async () => {
          const { server, browser } = await ends.logs();
          expect(server).toEqual(browser);
        };
        for (const { does, where, what, ...how } of all) {
          const { path: questions, replay, ending } = ends.now();
          if (ending !== null || replay.snapshot.status === "done") break;
          const asked = does === "answers" ? questions.at(-1)! : questions[where % questions.length]!;
          if (does === "reloads") {
            await compare();
            await ends.open();
          } else if (does === "goesBack") {
            if (questions.indexOf(asked) > 0) await ends.back(asked);
          } else if (does === "answersWrongly") {
            await ends.answer(asked, { option: "no such option", zip_code: "x", email: "@" }, how);
          } else {
            const cases = answerCases(stepNamed(asked, variant.machine)!, today);
            const chosen = cases[what % cases.length]!;
            if (chosen.kind === "answer") await ends.answer(asked, chosen.post, how);
          }
        }
        await compare();
      }),
      { numRuns: 12 },
    );
  },
);
