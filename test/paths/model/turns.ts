import type { Answers } from "../../../machines/answers.ts";
import type { CallId, Outcome } from "../../../machines/calls.ts";
import { topState } from "../../../machines/visit/replay.ts";
import type { Path } from "./edge-cover.ts";

/** One press of the button, and how the calls it leads to settle. */
export type Turn = { step: string; post: Record<string, string>; answers: Answers; outcomes: Outcome[] };

/** A path as the visitor goes through it. */
export function turnsOf(path: Path): Turn[] {
  const turns: Turn[] = [];
  for (const { from, tried } of path) {
    const last = turns.at(-1);
    if (tried.kind === "answer") {
      const { post, answers } = tried;
      turns.push({ step: topState(from.snapshot), post, answers, outcomes: [] });
    } else if (tried.kind === "outcome") {
      last!.outcomes.push(tried.outcome);
    } else if (tried.kind === "again") {
      // The same form once more: its services answer the same again.
      turns.push({ ...last!, outcomes: last!.outcomes.filter(({ call }) => call !== "postLead") });
    }
  }
  return turns;
}

/** Hands out a turn's outcomes, call by call. */
export class Script {
  private outcomes: Outcome[] = [];

  begin({ outcomes }: Turn): void {
    this.outcomes = [...outcomes];
  }

  next<Id extends CallId>(call: Id): Outcome<Id> {
    const at = this.outcomes.findIndex((outcome) => outcome.call === call);
    if (at < 0) throw new Error(`the path says nothing of ${call}`);
    return this.outcomes.splice(at, 1)[0] as Outcome<Id>;
  }
}
