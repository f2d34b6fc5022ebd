import { useCallback, useEffect, useRef, useState } from "react";
import type { CallId, CallOutputs, Outcome } from "../../../machines/context/calls.ts";
import { isRefusedForGood } from "../../../machines/rules/email.ts";
import type { EffectName } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import type { Command, Decision } from "../../../machines/visit/commands.ts";
import { decide } from "../../../machines/visit/decide.ts";
import { sameAnswers } from "../../../machines/visit/log.ts";
import { stepsOf } from "../../../machines/visit/replay.ts";
import { readVisit, type VisitState } from "../../../machines/visit/visit-state.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import type { OpenClickWindow } from "./click-window.ts";
import { byForm, type ProgressQueue } from "./progress-queue.ts";

/**
 * The visit as its page has it. A visit that was left while it waited for a service must not call it again merely by
 * being viewed: its last answer is omitted, and the visitor presses the button once more.
 */
export function visitOfPage(
  { log, steps, input, screen }: SurveyPageData,
  machine: SurveyMachine,
): VisitState {
  const survey = {
    machine,
    steps: stepsOf(machine),
    question: (name: string) => (Object.hasOwn(steps, name) ? steps[name] : undefined),
    inputOf: () => input,
  };
  const opened = readVisit(survey, log);
  const lastAnswer = log.findLastIndex(({ kind }) => kind === "answer");
  const state = opened.replay.call ? readVisit(survey, log.slice(0, lastAnswer)) : opened;
  // Refused before the scripts came.
  const isRefused = Object.keys(screen.errors).length > 0;
  return isRefused ? decide(state, { kind: "page", at: 0, event: { type: "REFUSED" } }).state : state;
}

/** True when the server's page already counts this option as the step's answer. */
export function isAnswered({ log, steps }: SurveyPageData, name: string, option: string): boolean {
  const records = steps[name]?.options.find(({ value }) => value === option)?.records;
  return log.some(
    ({ kind, body }) =>
      kind === "answer" && body.step === name && records && sameAnswers(records, body.answers),
  );
}

type Effects = SurveyPageData["effects"];

let report: Promise<unknown> | undefined;

/**
 * Performs one of a chart's effects except for its window, once per page. Third-party code is loaded only where it is
 * configured.
 */
function haveEffect(effect: EffectName, effects: Effects, leadEvent?: string): void {
  const { pixels } = effects;
  const isOn = effect === "reportLead" ? pixels.loadSocialPixel : effect in pixels;
  if (!isOn) return;
  const done = import("../../page-scripts/index.ts").then(
    ({ doEffect }) => doEffect(effect, effects, leadEvent),
    () => {},
  );
  if (effect === "reportLead") report = done;
}

/** Settles when the networks know about the lead, or will not in time: the page can be left. */
export async function leadReported(): Promise<void> {
  await report;
}

/** A lead could not be posted from this page. */
let hasFailed = false;

/**
 * Waits for the services' outcomes for the newest answer. The browser calls none of them itself: the server does when
 * it gets the answer, and its reply counts. Missing outcomes are `unavailable`.
 * @returns the next outcome of a call; to be made once per answer
 */
function serverOutcomes(queue: ProgressQueue): (call: CallId) => Promise<Outcome> {
  let replied: Promise<Outcome[]> | undefined;
  return async (call) => {
    if (call === "postLead") return postLead(queue);
    replied ??= queue.flush().then(
      ({ outcomes = [] }) => [...outcomes],
      () => [],
    );
    const outcomes = await replied;
    const at = outcomes.findIndex((outcome) => outcome.call === call);
    if (at < 0) return unavailable(call);
    const [outcome] = outcomes.splice(at, 1) as [Outcome];
    if (outcome.call === "checkEmail" && "output" in outcome && isRefusedForGood(outcome.output)) {
      // Nothing waits for the operators' chat.
      void queue.post("/api/chat-alert").catch(() => {});
    }
    return outcome;
  };
}

async function postLead(queue: ProgressQueue): Promise<Outcome> {
  try {
    await queue.flush();
    const form = document.getElementById("survey") as HTMLFormElement;
    const shown = new FormData(form).get("shown");
    const response = await queue.post("/post-lead", { shown });
    if (response.status === 422) {
      // The server's consent has other words by now. Sent as a form, the step comes back with them.
      form.submit();
      return new Promise(() => {});
    }
    if (!response.ok) return unavailable("postLead");
    return { call: "postLead", output: (await response.json()) as CallOutputs["postLead"] };
  } catch {
    if (hasFailed && (await byForm())) return new Promise(() => {});
    hasFailed = true;
    return unavailable("postLead");
  }
}

function unavailable(call: CallId): Outcome {
  return { call, error: { kind: "unavailable" } } as Outcome;
}

export type BrowserVisit = {
  state: VisitState;
  /**
   * Decides on a command, and performs the chart's effects in the browser.
   * @param send is called before anything is shown, so that its request does not wait for a render
   */
  apply: (command: Command, send?: (decision: Decision) => void) => Decision;
  /** Puts the server's outcome of each service to the chart, for as long as it waits for one. */
  settle: () => Promise<void>;
};

/** The visit in the browser: the page's log, later entries, and the chart's state after that. */
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
    // Effects that the visit has earned before this page; a window opens only after a press.
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
