import type { Answers } from "../../machines/answers.ts";
import { disqualification } from "../../machines/lead/disqualification.ts";
import { type ClickWindowSettings, clickWindow } from "../../machines/rules/click-window.ts";
import { rewriteForPriorOffence } from "../../machines/rules/prior-offence.ts";
import type { SurveyContext } from "../../machines/survey.ts";

/**
 * Opens the window of a disqualified lead, if it has one; at most one per page.
 * @param answers those just given, where a button was pressed with them
 */
export type OpenClickWindow = (context: SurveyContext, answers?: Answers) => void;

/**
 * Browsers open a window only for a press of a button, so it is tried there first, by what is known then,
 * and again once the services have spoken (decision 104). A blocked window is no matter, but one too many
 * is: where some states have none, the press has to wait for the state.
 */
export function clickWindowOpener(variant: string, settings: ClickWindowSettings): OpenClickWindow {
  let opened = false;
  return (context, answers) => {
    const isPress = answers !== undefined;
    const isEarly = isPress && context.checks.place.state === "" && settings.noClickWindowStates.length > 0;
    if (opened || isEarly) return;
    const told = { ...context, answers: { ...context.answers, ...answers } };
    const facts = {
      variant,
      dqReason: disqualification(told, told.today).dq_reason,
      answers: told.answers,
      tracking: rewriteForPriorOffence(told.tracking, told.answers),
      state: told.checks.place.state,
    };
    const url = clickWindow(facts, settings);
    if (!url) return;
    opened = true;
    window.open(url, "_blank", "noopener,noreferrer");
  };
}
