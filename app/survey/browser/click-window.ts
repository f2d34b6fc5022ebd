import { disqualification } from "../../../machines/context/disqualification.ts";
import {
  type ClickWindowRule,
  type ClickWindowSettings,
  clickWindow,
} from "../../../machines/rules/click-window.ts";
import { rewriteForPriorOffence } from "../../../machines/rules/prior-offence.ts";
import type { SurveyContext } from "../../../machines/survey.ts";
import { tabStorage } from "../../ui/tab-memory.ts";

/**
 * Opens a disqualified lead's window, if it has one.
 * @param visit its id, once the server has begun it
 * @param click its id, where it was registered on this page
 */
export type OpenClickWindow = (context: SurveyContext, visit?: string, click?: string) => void;

/**
 * One window per visit, across reloads too. A browser opens it only within a few seconds of the press, and blocks a
 * later one, which does no harm.
 */
export function clickWindowOpener({
  rule,
  ...settings
}: ClickWindowSettings & { rule: ClickWindowRule }): OpenClickWindow {
  return (context, visit, click) => {
    const key = `claimpath:window:${visit}`;
    const { answers, checks, today, tracking } = context;
    const facts = {
      rule,
      dqReason: disqualification(context, today).dq_reason,
      answers,
      tracking: {
        ...rewriteForPriorOffence(tracking, answers),
        ...(click && { ef_transaction_id: click }),
      },
      state: checks.place.state,
    };
    const url = clickWindow(facts, settings);
    if (!url || tabStorage.getItem(key)) return;
    tabStorage.setItem(key, "opened");
    window.open(url, "_blank", "noopener,noreferrer");
  };
}
