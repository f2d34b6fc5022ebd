import { useState } from "react";
import type { Answers } from "../../../machines/answers.ts";
import type { AnswerErrors } from "../../../machines/fields.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import type { SurveyPageData } from "../screen/page-data.ts";

/** What of the visit is on screen, where that is not simply where the visit is. */
type View = {
  /** The question that the address or the browser's history asked for. */
  asked?: string;
  /** The question that the visitor came from to change this one's answer, and goes back to. */
  until?: string;
  direction?: "forward" | "back";
  /** What was found wrong, with what was typed; `corrected` once a field has changed since. */
  refused?: { errors: AnswerErrors; values: Answers; corrected?: boolean };
};

export type BrowserView = View & {
  /** The question on screen. */
  step: string;
  /** The screen is still the server's own. */
  isFirst: boolean;
  /** Shows where the visit is now, or the question that was asked for. */
  move: (direction: View["direction"], asked?: string, until?: string) => void;
  /** Shows what was found wrong. */
  refuse: (refused: View["refused"]) => void;
};

/** Which question of a visit is on screen. @param hidden what the server's form says of the one that it has shown */
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
