import { useCallback, useEffect, useRef, useState } from "react";
import type { SurveyMachine } from "../../../machines/variant.ts";
import type { Command, Decision } from "../../../machines/visit/commands.ts";
import { decide } from "../../../machines/visit/decide.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import type { OpenClickWindow } from "./click-window.ts";
import { haveEffect } from "./effects.ts";
import { visitOfPage } from "./page-visit.ts";
import type { ProgressQueue } from "./progress-queue.ts";
import { serverOutcomes } from "./server-outcomes.ts";

export type BrowserVisit = {
  state: VisitState;
  /**
   * Decides on a command, and does what the chart has the browser do because of it.
   * @param send is called before anything is shown of it, so that what it sends does not wait for a render
   */
  apply: (command: Command, send?: (decision: Decision) => void) => Decision;
  /** Puts the server's outcome of each service to the chart, for as long as it waits for one. */
  settle: () => Promise<void>;
};

/** The visit in the browser: the page's log, what was added to it since, and what the chart says after that. */
export function useVisit(
  data: SurveyPageData,
  machine: SurveyMachine,
  openWindow: OpenClickWindow,
  queue: ProgressQueue,
): BrowserVisit {
  const { effects } = data;
  const [state, setState] = useState(() => visitOfPage(data, machine));
  const newest = useRef(state);

  const apply = useCallback(
    (command: Command, send?: (decision: Decision) => void) => {
      const decision = decide(newest.current, command);
      send?.(decision);
      newest.current = decision.state;
      setState(decision.state);
      const { context } = decision.state.replay.snapshot;
      for (const effect of decision.effects) {
        if (effect === "openClickWindow")
          openWindow(context, queue.visit()?.id, queue.facts().query._ef_transaction_id);
        else haveEffect(effect, effects, queue.visit()?.leadEvent);
      }
      return decision;
    },
    [openWindow, effects, queue],
  );

  useEffect(() => {
    // What the visit has come by before this page; a window follows a press of a button only.
    for (const effect of newest.current.replay.effects) {
      if (effect !== "openClickWindow") haveEffect(effect, effects);
    }
  }, [effects]);

  async function settle(): Promise<void> {
    const outcomeOf = serverOutcomes(queue);
    for (let { call } = newest.current.replay; call; { call } = newest.current.replay) {
      apply({ kind: "outcome", at: Date.now(), outcome: await outcomeOf(call.id) });
    }
  }

  return { state, apply, settle };
}
