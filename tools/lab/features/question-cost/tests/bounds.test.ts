import { describe, expect, it } from "vitest";
import { type Question, questionsOf } from "../../../../../machines/features/question-cost/questions.ts";
import { without } from "../../../../../machines/parts/rearranged.ts";
import { variants } from "../../../../../machines/registry.ts";
import type { Variant } from "../../../../../machines/variant.ts";
import type { LogEntry } from "../../../../../machines/visit/log.ts";
import { simulate } from "../../../../../services/features/numbers/simulation/simulate.ts";
import { wilson } from "../../../../../services/features/numbers/statistics/exact.ts";
import { armOf } from "../../../../../services/features/question-cost/lost.ts";

/** Surveys of different shapes, in which every question is left out that no guard reads. */
const surveys = ["c", "e", "progress-bar"];
const [pairs, sessions] = [100, 400];

describe.each(surveys)("the bounds of an arm of %s without a question", (code) => {
  const variant = variants.get(code)!;
  // A visit begins with its first answer, so without its first question there are other visits.
  const [, ...later] = questionsOf(variant);
  const free = later.filter(({ refusal }) => refusal?.by !== "guard" && refusal?.by !== "lint");
  it.each(free)("hold in 95 of 100 experiments: $name", { timeout: 1_200_000 }, (question) => {
    const shorter = { ...variant, machine: without(variant.machine, question.name) };
    let [above, below] = [0, 0];
    for (let pair = 0; pair < pairs; pair++) {
      const { low, high } = foretold(visitsOf(variant, 5_000 + 2 * pair), question)!;
      const leads = visitsOf(shorter, 5_001 + 2 * pair).filter(({ log }) => isLead(log)).length;
      if (leads > high) above += 1;
      if (leads < low) below += 1;
    }
    console.log(`${code} ${question.name}: ${above} above and ${below} below of ${pairs}`);
    expect(above + below).toBeLessThanOrEqual(5);
  });
});

function visitsOf(variant: Required<Variant>, seed: number) {
  return [...simulate({ sessions, seed, variant, days: 3, until: Date.UTC(2026, 5, 15), day: () => 0 })];
}

const isLead = (log: readonly LogEntry[]) =>
  log.some(({ kind, body }) => kind === "outcome" && body.call === "postLead");

/** Counted from the visits themselves, not by the numbers. */
function foretold(visits: ReturnType<typeof visitsOf>, { name, nodes }: Question) {
  const leads = visits.filter(({ log }) => isLead(log)).length;
  const isHere = ({ session }: (typeof visits)[0]) => nodes.includes(session.trace.place);
  const left = visits.filter((visit) => !isLead(visit.log) && isHere(visit)).length;
  const went = visits.filter(
    (visit) => !isHere(visit) && visit.log.some(({ kind, body }) => kind === "answer" && body.step === name),
  );
  const count = went.filter(({ log }) => isLead(log)).length;
  const [low, high] = wilson({ count, of: went.length });
  const conversion = { about: count / went.length, low, high };
  const leak = {
    node: nodes[0]!,
    left,
    looked: 0,
    wentOn: went.length,
    conversion,
    leads: null,
    qualified: null,
  };
  return armOf({ rated: { sessions: visits.length, leads } }, [leak]);
}
