import { Refusal } from "../../operations/refusal.ts";
import { impersonal } from "../../operations/text.ts";
import type { ExperimentChange } from "../../store/feature-rows.ts";
import { armsWithoutWords } from "../../words/arm-words.ts";
import type { OwnWords } from "../../words/own-words.ts";
import { namesOf } from "./assign.ts";
import type { NewChange } from "./changes.ts";
import { conflicts } from "./conflicts.ts";
import { type Experiments, inForce, type Phase, phaseAt } from "./in-force.ts";

/** What a form asks for. `share`: in percent; `change`: the number of the one to undo. */
export type Typed = { intent: string; share: string; winner: string; change: string; reason: string };
export type PressFaults = Partial<Record<"share" | "winner" | "reason", string>>;
/** A change that may be made. `next`: what holds from it on; `before`: what holds now. */
export type Planned = { change: Omit<NewChange, "person">; before: Phase; next: Phase };

/** In UTF-16 units. */
const longestReason = 200;

/**
 * The change that a press asks for, or the errors of its fields.
 * @param experiments with all changes of the console, in order
 * @param since when it would count, epoch milliseconds
 * @param ownWords among which are the sets that arms say
 * @throws Refusal where it cannot be made
 */
export function plannedPress(
  experiments: Experiments,
  id: string,
  typed: Typed,
  since: number,
  ownWords: Pick<OwnWords, "sets">,
): Planned | { faults: PressFaults } {
  const { changes = [] } = experiments;
  const one = inForce(experiments).find((each) => each.id === id);
  if (!one) throw new Refusal("There is no such experiment.");
  const own = changes.filter(({ experiment }) => experiment === id);
  const before = phaseAt(one, since);
  const faults: PressFaults = {};
  const reason = impersonal(typed.reason.trim());
  if (reason === "") faults.reason = "Say why: those who read the numbers later will ask.";
  else if (reason.length > longestReason) faults.reason = `A reason has at most ${longestReason} characters.`;
  const last = own.at(-1);
  const standing = { runs: last?.runs ?? "file", share: last?.share ?? null, winner: last?.winner ?? null };
  let asked: Pick<NewChange, "runs" | "share" | "winner">;
  let undoes: number | null = null;
  if (typed.intent === "undo") {
    const index = own.findIndex(({ number }) => String(number) === typed.change);
    if (index < 0) throw new Refusal("There is no such change.");
    if (last!.undoes !== null && String(last!.undoes) === typed.change)
      throw new Refusal("That is undone already.");
    if (index !== own.length - 1)
      throw new Refusal("It was changed again since. Undo the later change first.");
    undoes = own[index]!.number;
    asked = stateBefore(own, index);
  } else if (typed.intent === "begin" || typed.intent === "widen") {
    const isBegin = typed.intent === "begin";
    if (before.state !== (isBegin ? "waiting" : "running"))
      throw new Refusal(isBegin ? "It has begun already." : "It does not run, so that nobody is in it.");
    const share = readShare(typed.share);
    if (share === undefined)
      faults.share = "Use a number of percent, more than 0 and at most 100, such as 25.";
    else if (!isBegin && share <= before.share)
      faults.share = `Use more than ${percent(before.share)}: a share only grows, so that who is in it stays in.`;
    asked = { ...standing, runs: isBegin ? "yes" : standing.runs, share: String(share) };
  } else if (typed.intent === "end") {
    if (before.state !== "running") throw new Refusal("It does not run, so that there is nothing to end.");
    const { winner } = typed;
    if (winner !== "" && !one.arms.some(({ name }) => name === winner))
      faults.winner = "There is no such arm.";
    asked = { ...standing, runs: "no", winner: winner || null };
  } else throw new Refusal("You can’t do that here.");
  if (Object.keys(faults).length > 0) return { faults };
  const change = { ...asked, experiment: id, since, reason, undoes };
  const added: ExperimentChange = { ...change, person: "", at: since, number: Number.MAX_SAFE_INTEGER };
  const after = { ...experiments, changes: [...changes, added] };
  const [conflict] = conflicts(experiments, after, since, id);
  if (conflict) throw new Refusal(refusalOf(after, conflict));
  const next = phaseAt(inForce(after).find((each) => each.id === id)!, since);
  const shown = namesOf(one).filter(({ name }) => next.state === "running" || name === next.winner);
  const [without] = armsWithoutWords(shown, ownWords);
  if (without) throw new Refusal(without);
  return { change, before, next };
}

/** What held before one of an experiment's changes: that of the change before it, or the file. */
function stateBefore(own: readonly ExperimentChange[], index: number) {
  const { runs, share, winner } = own[index - 1] ?? { runs: "file" as const, share: null, winner: null };
  return { runs, share, winner };
}

/** Of percents, as a person writes them: 0 to 1. */
function readShare(text: string): number | undefined {
  const digits = text.trim().replace(/\s*%$/, "");
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(digits)) return undefined;
  const share = Number((Number(digits) / 100).toFixed(4));
  return share > 0 && share <= 1 ? share : undefined;
}

/** `12.5%` */
export const percent = (share: number) => `${Number((100 * share).toFixed(2))}%`;

/** In the console's words: the file's are about its keys. */
function refusalOf({ list }: Experiments, { where, text }: ReturnType<typeof conflicts>[number]): string {
  const index = where.find((key) => typeof key === "number");
  const name = typeof index === "number" ? list[index]?.id : undefined;
  return `With that, ${where.at(-1)?.toString()} of ${name ?? "the experiments"} ${text}.`;
}
