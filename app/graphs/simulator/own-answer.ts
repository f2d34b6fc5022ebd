import { parseAnswer } from "../../../machines/fields.ts";
import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import { wording } from "../../../machines/messages/index.ts";
import { inputOf, readScenario } from "../../../machines/simulator/setup.ts";
import { simulate } from "../../../machines/simulator/simulate.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import { topState } from "../../../machines/visit/replay.ts";
import { hrefOf } from "./href-of.ts";
import type { Site } from "./simulation-data.ts";

/** Validates a typed answer as on the survey: the simulation's URL with that answer, or the errors. */
export function ownAnswer(
  variant: Required<Variant>,
  query: URLSearchParams,
  form: Record<string, string | undefined>,
  site: Site,
) {
  const { setup, moves, at } = readScenario(variant, query, site);
  const done = simulate(variant.machine, inputOf(setup).input, moves.slice(0, at)).moments;
  const step = stepNamed(topState(done.at(-1)!.snapshot), variant.machine);
  const parsed = step && parseAnswer(step, form, setup.today);
  if (!parsed) return { href: hrefOf({ setup, moves, at }) };
  if (parsed.ok) {
    const past = moves.slice(0, done.length - 1);
    const next = [...past, { kind: "answer" as const, answers: parsed.answers }];
    return { href: hrefOf({ setup, moves: next, at: next.length }) };
  }
  const { errors } = wording("en");
  const inWords = Object.entries(parsed.errors).map(([name, key]) => {
    const field = step.wording.en.fields?.[name as keyof typeof parsed.values];
    return [name, errorSentence(key, errors, field)] as const;
  });
  return { values: parsed.values as Record<string, string>, errors: Object.fromEntries(inWords) };
}
