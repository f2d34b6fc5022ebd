import { title } from "../../../machines/graph/words.ts";
import { type Turn, turnsAt } from "../../../machines/simulator/other-branch.ts";
import { inputOf, type Setup } from "../../../machines/simulator/setup.ts";
import type { Moment } from "../../../machines/simulator/simulate.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { hrefOf } from "./href-of.ts";
import { moveInWords } from "./in-words.ts";

/** Another branch, in words: at this question, these answers instead of the given one lead there. */
export type TurnChoice = { step: string; instead: string; was: string; place: string; href: string };

/** How many answers are named; dates and descriptions have a dozen with the same effect. */
const most = 3;

/** The branches that the last event did not take: one entry per question and target state. */
export function turnChoices(machine: SurveyMachine, setup: Setup, moments: readonly Moment[]): TurnChoice[] {
  const turns = turnsAt(machine, inputOf(setup).input, moments, setup.today);
  const alike = new Map<string, Turn[]>();
  for (const turn of turns) {
    const key = `${turn.step} ${turn.leaf}`;
    alike.set(key, [...(alike.get(key) ?? []), turn]);
  }
  return [...alike.values()].map((group): TurnChoice => {
    const [{ step, was, leaf, moves }] = group as [Turn, ...Turn[]];
    const answers = [...new Set(group.map(({ instead }) => moveInWords(instead, step, machine)))];
    const others = answers.length - most;
    return {
      step: title(step),
      was: moveInWords(was, step, machine),
      instead: answers.slice(0, most).join(" or ") + (others > 0 ? ` or ${others} others` : ""),
      place: leaf,
      href: hrefOf({ setup, moves, at: moves.length }),
    };
  });
}
