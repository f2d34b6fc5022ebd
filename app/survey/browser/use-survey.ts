import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  type AnswerErrors,
  type ErrorKey,
  type ParsedAnswer,
  parseAnswer,
} from "../../../machines/fields/parse-answer.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { today } from "../../../machines/rules/dates.ts";
import type { Variant } from "../../../machines/variant.ts";
import { decide } from "../../../machines/visit/decide.ts";
import { postedTo } from "../../../machines/visit/visit-state.ts";
import { tabStorage, typedHere } from "../../ui/tab-memory.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import { afterPaint } from "./after-paint.ts";
import type { OpenClickWindow } from "./click-window.ts";
import { hasParts } from "./later-parts.ts";
import { isLeaving, shownPage } from "./shown-page.ts";
import { isBegun, useProgress } from "./use-progress.ts";
import { leadReported, useVisit } from "./use-visit.ts";
import { submitted, useView, type VerifyPhone, visitorMoves, withoutHidden } from "./visitor-moves.ts";

/** A service's verdict on an answer, which does not apply to another answer. */
const byCheck = /Refused|Blocked|zipUn/;

/**
 * The errors of a refused step that remain after a field has changed: corrected ones are gone, and no new ones come,
 * since unfinished text is not judged.
 * @param parsed the step's form as it now is
 * @param changed name of the field
 */
function leftOver(errors: AnswerErrors, parsed: ParsedAnswer, changed: string): AnswerErrors {
  const found: Record<string, ErrorKey> = parsed.ok ? {} : parsed.errors;
  const left = Object.entries(errors).map(([name, key]) => {
    const stays = byCheck.test(key) && name !== changed;
    return [name, stays ? key : found[name]];
  });
  return Object.fromEntries(left.filter(([, key]) => key));
}

/**
 * Leaves the page once its survey has ended, and forgets what was typed. Where the browser has cached the page and
 * shows it again, the server decides what the visitor may see.
 * @param destination undefined while there is nowhere to go
 */
function useLeaving(destination: string | undefined): void {
  useEffect(() => {
    if (destination === undefined) return;
    tabStorage.removeItem(typedHere);
    void leadReported().then(() => location.assign(destination));
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  }, [destination]);
}

/**
 * The survey in the browser, which continues the server's page without it.
 * @param timeZone the visitor's, such as America/Chicago
 */
export function useSurvey(
  page: SurveyPageData,
  variant: Variant,
  timeZone: string,
  openWindow: OpenClickWindow,
  verifyPhone?: VerifyPhone,
) {
  const { queue, ...progress } = useProgress(page, timeZone);
  const visit = useVisit(page, variant.machine, openWindow, queue);
  const view = useView(page.hidden, visit.state);
  const { visit: named } = progress;
  const { key, texts, ...memory } = useTyped(
    view.step,
    isBegun(page) || named?.id !== page.visit?.id ? named?.id : undefined,
    page.isLost,
  );
  const { state, apply } = visit;
  const { call, snapshot } = state.replay;
  useLeaving(isLeaving(state) ? postedTo(state) : undefined);
  const data = shownPage(page, {
    state,
    ...view,
    typed: texts[view.step],
    ...progress,
  });
  // A device may be days behind: no day is before the one on which the visit began.
  const { year, month, day } = page.input.today;
  const now = () => Math.max(Date.now(), Date.UTC(year, month - 1, day));
  const judge = (fields: Record<string, string>) =>
    parseAnswer(page.steps[view.step]!, fields, today(now(), timeZone, timeZone));
  const { show, goBack, answer } = visitorMoves(
    visit,
    view,
    queue,
    judge,
    timeZone,
    now,
    memory.forget,
    verifyPhone,
  );

  /** A form is posted where the scripts fail. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const fields = textsOf(new FormData(event.currentTarget, submitter));
    // Typed before the rules for it are here: the server has them.
    if (fields.intent === "next" && !hasParts) return;
    if (call) queue.retryNow(true);
    // Else pressed again while the next question is held back.
    else if (fields.step === view.step) {
      if (fields.intent === "back") goBack();
      else answer(fields);
    }
    event.preventDefault();
  }

  /** Takes an error away as soon as its field is put right. */
  function onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    const { errors, values } = data.screen;
    const texts = textsOf(new FormData(currentTarget));
    memory.keep(withoutHidden(texts));
    if (!snapshot.context.validateCurrentStep || Object.keys(errors).length === 0) return;
    const judged = judge(texts);
    const left = leftOver(errors, judged, (target as HTMLInputElement).name);
    view.refuse({ errors: left, values, corrected: true });
  }

  /** The page after an answer to the question on screen. */
  function ahead(option: string): SurveyPageData {
    const command = submitted(view.step, { option }, timeZone, now());
    const { state: next } = decide(state, command);
    return shownPage(page, { state: next, step: next.step, isFirst: false, ...progress });
  }

  return {
    data,
    ahead,
    onSubmit,
    onInput,
    show,
    until: view.until,
    key,
    queue,
    isCorrected: view.refused?.corrected ?? false,
    direction: view.direction,
    /** The header's film: whether its play control is shown, and a press of it. */
    playButton: snapshot.context.playButton,
    togglePlay: () => void apply({ kind: "page", at: Date.now(), event: { type: "TOGGLE_PLAY" } }),
  };
}

/**
 * Text that was typed into questions and not sent: it is restored with its question, also after a reload, and removed
 * once the tab is closed, another visit begins in it, or the lead is stored. Sent answers are kept for a browser that
 * loses its cookies. The history, from which nothing can be removed, has only the `key` to it.
 * @param isLost whether the browser has lost them
 */
function useTyped(step: string, visit: string | undefined, isLost = false) {
  const [typed] = useState(() => keptTyped(visit, isLost));
  typed.of = visit;
  const { key, texts, sent } = typed;
  const first = useRef(texts[step]);
  useEffect(() => {
    if (!first.current) return;
    const form = document.querySelector<HTMLFormElement>("form[data-question]")!;
    void import("../../ui/rescue.ts").then(({ fillIn }) => fillIn(form, first.current!));
  }, []);
  const save = () => tabStorage.setItem(typedHere, JSON.stringify(typed));
  return {
    key,
    texts,
    keep(values: Answers) {
      texts[step] = values;
      save();
    },
    forget(answered: string) {
      if (!texts[answered]) return;
      sent[answered] = texts[answered];
      delete texts[answered];
      afterPaint(save);
    },
  };
}

/** `of`: the visit in which it was typed; `texts`: by question, and `sent` likewise. */
type Typed = { key: string; of?: string; texts: Record<string, Answers>; sent: Record<string, Answers> };

function keptTyped(visit: string | undefined, isLost: boolean): Typed {
  const key = history.state?.key ?? String(Date.now());
  const kept: Typed | null = JSON.parse(tabStorage.getItem(typedHere)!);
  if (kept && kept.key === key) {
    if (isLost) return { key, texts: { ...kept.sent, ...kept.texts }, sent: {} };
    if (kept.of === visit) return kept;
  }
  if (!visit) tabStorage.removeItem(typedHere);
  return { key, texts: {}, sent: {} };
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].filter(([, value]) => typeof value === "string")) as Record<
    string,
    string
  >;
}
