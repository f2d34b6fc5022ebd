import { useState } from "react";
import type { Answers } from "../../../machines/answers.ts";
import type { AnswerErrors } from "../../../machines/fields.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";

/** What of the visit is on screen, where that is not simply where the visit is. */
type View = {
  /** The question that the address or the browser's history asked for. */
  asked?: string;
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
  move: (direction: View["direction"], asked?: string) => void;
  /** Shows what was found wrong. */
  refuse: (refused: View["refused"]) => void;
};

/** Which question of a visit is on screen. @param first the one that the server has shown */
export function useView(first: string, { path, step }: VisitState): BrowserView {
  const [view, setView] = useState<View>({ asked: first });
  const { asked, direction, refused } = view;
  const isFirst = !direction && !refused;
  const isAskedFor = asked !== undefined && (isFirst || path.includes(asked));
  return {
    ...view,
    step: isAskedFor ? asked : step,
    isFirst,
    move: (direction, asked) => setView({ direction, asked }),
    refuse: (refused) => setView({ ...view, refused }),
  };
}
