import { type Answers, answerIs } from "../answers.ts";
import type { Change } from "./change.ts";

/**
 * In the listed states partial fault counts as no fault (spec 4.3; ruling 4).
 * @param state two letters, '' when unknown
 * @param states two-letter codes
 */
export function forcePartialFault(
  answers: Pick<Answers, "at_Fault" | "partial_fault">,
  state: string,
  states: readonly string[],
): Change<"at_Fault">[] {
  const raw = answers.at_Fault ?? "";
  if (!answerIs(answers.partial_fault, "yes") || !states.includes(state) || answerIs(raw, "no")) return [];
  return [{ field: "at_Fault", raw, value: "no", rule: "partial_fault_state" }];
}
