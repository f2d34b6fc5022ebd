import { without } from "../../../machines/parts/rearranged.ts";
import type { Variant } from "../../../machines/variant.ts";
import { numbersOf } from "../../../services/features/numbers/index/numbers.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { lostAt } from "../../../services/features/question-cost/lost.ts";
import { indexOf } from "../numbers/indexes.ts";

const until = Date.UTC(2026, 5, 15);
const day = (at: number) => Math.floor(at / 86_400_000);

/** In how many of these pairs of arms the leads of the one without a question are within the bounds of the one with it. */
export async function withinBounds(
  variant: Required<Variant>,
  question: { name: string; nodes: string[] },
  { pairs, sessions, seed }: { pairs: number; sessions: number; seed: number },
): Promise<{ within: number; above: number; below: number; widths: number[] }> {
  const shorter = { ...variant, machine: without(variant.machine, question.name) };
  const found = { within: 0, above: 0, below: 0, widths: [] as number[] };
  for (let pair = 0; pair < pairs; pair++) {
    const given = { sessions, days: 3, until, day };
    const asked = [...simulate({ ...given, variant, seed: seed + 2 * pair })];
    const index = await indexOf(asked, []);
    const { arm } = lostAt(numbersOf(index, { variant: variant.code, data: "both" }, until), question);
    // Nothing is foretold where nobody left.
    if (!arm) continue;
    let leads = 0;
    for (const { log } of simulate({ ...given, variant: shorter, seed: seed + 2 * pair + 1 }))
      if (log.some(({ kind, body }) => kind === "outcome" && body.call === "postLead")) leads += 1;
    found.widths.push(arm.high - arm.low);
    if (leads > arm.high) found.above += 1;
    else if (leads < arm.low) found.below += 1;
    else found.within += 1;
  }
  return found;
}
