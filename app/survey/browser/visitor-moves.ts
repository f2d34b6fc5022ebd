import { useState } from "react";
import type { AnswerErrors, ParsedAnswer } from "../../../machines/fields/parse-answer.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { today } from "../../../machines/rules/dates.ts";
import { postedTo, type VisitState } from "../../../machines/visit/visit-state.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import type { ProgressQueue } from "./progress-queue.ts";
import { startOver } from "./use-progress.ts";
import type { BrowserVisit } from "./use-visit.ts";

/** Verifies a number before its answer continues. @returns false when the visitor wants to change it first */
export type VerifyPhone = (phone: string, queue: ProgressQueue) => Promise<boolean>;

/** The part of the visit on screen, where that is not its current place. */
type View = {
  /** The question that the address or the browser's history asked for. */
  asked?: string;
  /** The question from which the visitor came to change this one's answer, and to which they return. */
  until?: string;
  direction?: "forward" | "back";
  /** The errors, with what was typed; `corrected` once a field has changed since. */
  refused?: { errors: AnswerErrors; values: Answers; corrected?: boolean };
};

type BrowserView = View & {
  step: string;
  /** The screen is still the server's own. */
  isFirst: boolean;
  /** Shows the visit's current place, or the requested question. */
  move: (direction: View["direction"], asked?: string, until?: string) => void;
  /** Shows what was found wrong. */
  refuse: (refused: View["refused"]) => void;
};

/**
 * Which question of a visit is on screen.
 * @param hidden the form's data from the server about the question that it has shown
 */
export function useView(
  { step: first, until }: SurveyPageData["hidden"],
  { path, step }: VisitState,
): BrowserView {
  const [view, setView] = useState<View>({ asked: first, until });
  const { asked, direction, refused } = view;
  const isFirst = !direction && !refused;
  const isAskedFor = asked !== undefined && (isFirst || path.includes(asked));
  return {
    ...view,
    step: isAskedFor ? asked : step,
    isFirst,
    move: (direction, asked, until) => setView({ direction, asked, until }),
    refuse: (refused) => setView({ ...view, refused }),
  };
}

/**
 * A visitor's actions on the current question: each is a command to the visit, an entry of the progress save, and
 * another view.
 * @param judge the form's own rules
 * @param forget drops what was typed into a question, once it is answered
 */
export function visitorMoves(
  { state, apply, settle }: BrowserVisit,
  { step, until, move, refuse }: BrowserView,
  queue: ProgressQueue,
  judge: (fields: Record<string, string>) => ParsedAnswer,
  timeZone: string,
  now: () => number,
  forget: (step: string) => void,
  verifyPhone?: VerifyPhone,
) {
  const { path, replay } = state;
  const destination = postedTo(state);

  /**
   * Shows an earlier or the newest question without changing an answer.
   * @param until the question to come back to once it is changed
   * @returns false when it is not on the way
   */
  function show(name: string, until?: string): boolean {
    // A lead that is stored is not asked about again.
    if (destination !== undefined) return true;
    if (!path.includes(name)) return false;
    move(path.indexOf(name) < path.indexOf(step) ? "back" : "forward", name, until);
    return true;
  }

  function goBack() {
    if (until && show(until)) return;
    void queue.add({ back: step });
    apply({ kind: "back", at: Date.now(), from: step });
    move("back");
  }

  function answer(fields: Record<string, string>, isVerified = !verifyPhone) {
    const judged = judge(fields);
    if (judged.ok && judged.answers.phone && !isVerified) {
      void verifyPhone!(judged.answers.phone, queue).then((goesOn) => goesOn && answer(fields, true));
      return;
    }
    // A cached page, whose lead is stored.
    if (judged.ok && destination !== undefined && replay.snapshot.status === "done") {
      location.assign(destination);
      return;
    }
    const command = { ...submitted(step, fields, timeZone, now()), until };
    const { at } = command;
    const { append, rejected } = apply(command, (decision) => {
      if (decision.rejected || decision.append.length === 0) return;
      void queue.add({ answer: { step, fields: withoutHidden(fields), at, until } });
    });
    if (rejected?.kind === "stale") {
      startOver(queue);
    } else if (rejected) {
      queue.note({ refused: { step, fields: Object.keys(rejected.errors), at } });
      refuse({ errors: rejected.errors, values: fields });
    } else {
      forget(step);
      if (append.length > 0) move("forward");
      void settle();
    }
  }

  return { show, goBack, answer };
}

/** An answer that is given now. */
export function submitted(step: string, fields: Record<string, string>, timeZone: string, at: number) {
  return {
    kind: "answer",
    at,
    step,
    fields,
    today: today(at, timeZone, timeZone),
    sent: { at },
  } as const;
}

/** The form's own fields are not the visitor's answer. */
export function withoutHidden({ visit, step, until, intent, shown, ...fields }: Record<string, string>) {
  return fields;
}
