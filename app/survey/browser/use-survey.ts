import { type FormEvent, useState } from "react";
import type { Answers } from "../../../machines/answers.ts";
import { type AnswerErrors, parseAnswer } from "../../../machines/fields.ts";
import { today } from "../../../machines/rules/dates.ts";
import type { Variant } from "../../../machines/variant.ts";
import { postedTo } from "../../../machines/visit/visit-state.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import type { OpenClickWindow } from "./click-window.ts";
import { leftOver } from "./corrections.ts";
import { isAnswered } from "./page-visit.ts";
import { isLeaving, shownPage } from "./shown-page.ts";
import { useLeaving } from "./use-leaving.ts";
import { useProgress } from "./use-progress.ts";
import { useVisit } from "./use-visit.ts";
import type { VerifyPhone } from "./verify-phone.ts";

/** What of the visit is on screen, where that is not simply where the visit is. */
type View = {
  /** The question that the address or the browser's history asked for. */
  asked?: string;
  direction?: "forward" | "back";
  /** What was found wrong, with what was typed; `corrected` once a field has changed since. */
  refused?: { errors: AnswerErrors; values: Answers; corrected?: boolean };
};

/**
 * The survey in the browser: the server's page, going on without it.
 * @param timeZone the visitor's, such as America/Chicago
 */
export function useSurvey(
  data: SurveyPageData,
  variant: Variant,
  timeZone: string,
  openWindow: OpenClickWindow,
  verifyPhone?: VerifyPhone,
) {
  const { entry, steps } = data;
  const facts = {
    path: entry.path,
    visit: data.hidden.visit!,
    timeZone,
    query: entry.query,
    reported: data.thirdParties?.reported,
  };
  /** Asks the server where the visit is. */
  const startOver = () => location.replace(`${entry.path}?${new URLSearchParams(entry.query)}`);

  const { queue, trouble, later } = useProgress(data, facts, startOver);
  const { state, apply, settle } = useVisit(data, variant.machine, openWindow);
  const [view, setView] = useState<View>({ asked: data.session.currentStep });
  const destination = postedTo(state);
  const cameBack = useLeaving(isLeaving(state) ? destination : undefined);

  const { path, replay } = state;
  const isFirst = view.direction === undefined && !view.refused;
  const isAskedFor = view.asked !== undefined && (isFirst || path.includes(view.asked));
  const step = isAskedFor ? view.asked! : state.step;
  const parsed = (fields: Record<string, string>) =>
    parseAnswer(steps[step]!, fields, today(Date.now(), timeZone, timeZone));
  const { refused } = view;
  const shown = shownPage(data, { state, step, isFirst, trouble, cameBack, refused, later: later() });

  /** Shows an earlier or the newest question without changing an answer. @returns false when it is not on the way */
  function show(name: string): boolean {
    // A lead that is stored is not asked about again.
    if (destination !== undefined) return true;
    if (!path.includes(name)) return false;
    setView({ asked: name, direction: path.indexOf(name) < path.indexOf(step) ? "back" : "forward" });
    return true;
  }

  function goBack() {
    void queue.add({ back: step });
    apply({ kind: "back", at: Date.now(), from: step });
    setView({ direction: "back" });
  }

  function answer(fields: Record<string, string>, isVerified = !verifyPhone) {
    const judged = parsed(fields);
    if (judged.ok && judged.answers.phone && !isVerified) {
      void verifyPhone!(judged.answers.phone, facts, queue).then((goesOn) => goesOn && answer(fields, true));
      return;
    }
    // A page that was kept, whose lead is stored.
    if (judged.ok && destination !== undefined && replay.snapshot.status === "done") {
      location.assign(destination);
      return;
    }
    const at = Date.now();
    const day = today(at, timeZone, timeZone);
    const command = { kind: "answer", at, step, fields, today: day, sent: { at } } as const;
    const { append, rejected } = apply(command, (decision) => {
      if (decision.rejected || decision.append.length === 0) return;
      void queue.add({ answer: { step, fields: withoutHidden(fields), at } });
    });
    if (rejected?.kind === "stale") {
      startOver();
    } else if (rejected) {
      queue.note({ refused: { step, fields: Object.keys(rejected.errors), at } });
      setView({ ...view, refused: { errors: rejected.errors, values: fields } });
    } else {
      if (append.length > 0) setView({ direction: "forward" });
      void settle(queue, facts);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (replay.call) {
      queue.retryNow();
      return;
    }
    const { submitter } = event.nativeEvent as SubmitEvent;
    const fields = textsOf(new FormData(event.currentTarget, submitter));
    if (fields.intent === "back") goBack();
    else answer(fields);
  }

  /** Takes an error away as soon as its field is put right. */
  function onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    const { errors, values } = shown.screen;
    if (!replay.snapshot.context.validateCurrentStep || Object.keys(errors).length === 0) return;
    const judged = parsed(textsOf(new FormData(currentTarget)));
    const left = leftOver(errors, judged, (target as HTMLInputElement).name);
    setView({ ...view, refused: { errors: left, values, corrected: true } });
  }

  return {
    data: shown,
    onSubmit,
    onInput,
    show,
    startOver,
    isAnswered: (name: string, option: string) => isAnswered(data, name, option),
    isCorrected: view.refused?.corrected ?? false,
    queue,
    /** The header's film: whether the control to play it is shown, and a press of it. */
    playButton: replay.snapshot.context.playButton,
    togglePlay: () => void apply({ kind: "page", at: Date.now(), event: { type: "TOGGLE_PLAY" } }),
    direction: view.direction,
  };
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].filter(([, value]) => typeof value === "string")) as Record<
    string,
    string
  >;
}

/** The form's own fields are not the visitor's answer. */
function withoutHidden({ visit, step, intent, ...fields }: Record<string, string>) {
  return fields;
}
