import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useState } from "react";
import type { Answers } from "../../machines/answers.ts";
import { type AnswerErrors, parseAnswer } from "../../machines/fields.ts";
import { today } from "../../machines/rules/dates.ts";
import { sessionState } from "../../machines/session.ts";
import type { Variant } from "../../machines/variant.ts";
import { type Answered, sameAnswers } from "../../machines/visit/log.ts";
import { questionsOf, replay, type SurveySnapshot, topState } from "../../machines/visit/replay.ts";
import { type ChartMeans, isAsking, positionOf, postedTo, settledTrail, startActor } from "./chart-run.ts";
import type { OpenClickWindow } from "./click-window.ts";
import { leftOver } from "./corrections.ts";
import { haveEffect, leadReported } from "./effects.ts";
import type { ScreenState, SurveyPageData } from "./page-data.ts";
import { progressQueue } from "./progress-queue.ts";
import { stepAddress } from "./step-address.ts";
import type { VerifyPhone } from "./verify-phone.ts";

/** Where the visitor is: the answers that count, the chart running on them, and the question on screen. */
type Run = {
  trail: Answered[];
  actor: ReturnType<typeof startActor>;
  position: number;
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
  const { machine } = variant;
  const { entry, steps } = data;
  const isStep = (name: string) => Object.hasOwn(steps, name);
  const { input } = data;
  const { outside } = data;
  const told = outside?.told;
  const facts = { path: entry.path, visit: data.hidden.visit!, timeZone, query: entry.query, told };

  /** True when the server's page already counts this option as the step's answer. */
  function isAnswered(name: string, option: string): boolean {
    const records = steps[name]?.options.find(({ value }) => value === option)?.records;
    const answered = data.trail.find((each) => each.step === name);
    return records !== undefined && answered !== undefined && sameAnswers(records, answered.answers);
  }

  /** Asks the server where the visit stands. */
  const startOver = () => location.replace(`${entry.path}?${new URLSearchParams(entry.query)}`);

  const [trouble, setTrouble] = useState(false);
  const [queue] = useState(() =>
    progressQueue({
      facts,
      storage: sessionStorage,
      onRefused: startOver,
      onTrouble: setTrouble,
      waitFor: (entries) => outside?.waitFor?.(entries),
      onWord: ({ drafts, compensation: estimate }) => {
        Object.assign(data.drafts, { ...drafts, ...data.drafts });
        if (estimate && data.meter)
          void import("../site/live-meter.tsx").then(({ showEstimate }) => showEstimate(data, estimate));
      },
    }),
  );

  const means: ChartMeans = {
    queue,
    facts,
    have: (effect, context) =>
      effect === "openClickWindow" ? openWindow(context) : haveEffect(effect, data.effects),
  };

  const [run, setRun] = useState<Run>(() => {
    const trail = settledTrail(machine, input, data.trail);
    const { snapshot, effects } = replay(machine, input, trail);
    // What the visit has come by before this page; a window follows a press of a button only.
    for (const effect of effects) if (effect !== "openClickWindow") haveEffect(effect, data.effects);
    const actor = startActor(machine, snapshot, trail.at(-1), means);
    // Refused before the scripts came.
    if (Object.keys(data.screen.errors).length > 0) actor.send({ type: "REFUSED" });
    return { trail, actor, position: positionOf(trail, data.session.currentStep) };
  });
  const snapshot = useSelector(run.actor, (current) => current) as SurveySnapshot;
  const path = questionsOf(run.trail, topState(snapshot), isStep);
  const destination = postedTo(run.trail);
  const leaves = snapshot.status === "done" && !isStep(topState(snapshot));
  const [cameBack, setCameBack] = useState(false);
  useEffect(() => {
    if (!leaves || destination === undefined) return;
    void leadReported().then(() => location.assign(destination));
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setCameBack(true);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [leaves, destination]);
  const onFirstScreen = run.direction === undefined && !run.refused;
  const step = onFirstScreen ? data.session.currentStep : path[Math.min(run.position, path.length - 1)]!;

  /** Shows an earlier or the newest question without changing an answer. @returns false when it is not on the way */
  function show(name: string): boolean {
    // A lead that is stored is not asked about again.
    if (destination !== undefined) return true;
    const position = path.indexOf(name);
    if (position < 0) return false;
    const direction = position < path.indexOf(step) ? "back" : "forward";
    setRun({ ...run, position, direction, refused: undefined });
    return true;
  }

  function goBack() {
    void queue.add({ back: step });
    show(path[path.indexOf(step) - 1]!);
  }

  function answer(fields: Record<string, string>, mayGoOn = !verifyPhone) {
    const day = today(Date.now(), timeZone, timeZone);
    const parsed = parseAnswer(steps[step]!, fields, day);
    if (!parsed.ok) {
      run.actor.send({ type: "REFUSED" });
      queue.note({ refused: { step, fields: Object.keys(parsed.errors), at: Date.now() } });
      setRun({ ...run, refused: { errors: parsed.errors, values: fields } });
      return;
    }
    const { answers } = parsed;
    if (!mayGoOn && answers.phone) {
      void verifyPhone!(answers.phone, facts, queue).then((goesOn) => goesOn && answer(fields, true));
      return;
    }
    const at = Date.now();
    const index = path.indexOf(step);
    const known = run.trail[index];
    const unchanged = known !== undefined && sameAnswers(known.answers, answers);
    const next = { position: index + 1, direction: "forward" as const, refused: undefined };
    if (unchanged && snapshot.matches({ submitting: "unsent" })) {
      run.actor.send({ type: "ANSWER", answers });
      return;
    }
    if (destination !== undefined) {
      if (snapshot.status === "done") location.assign(destination);
      else run.actor.send({ type: "ANSWER", answers });
      return;
    }
    void queue.add({ answer: { step, fields: withoutHidden(fields), at } });
    if (unchanged && index < run.trail.length - 1) {
      setRun({ ...run, ...next });
      return;
    }
    const before = run.trail.slice(0, index);
    const answered: Answered = { step, answers, at, today: day, outcomes: [] };
    const { snapshot: asked } = replay(machine, input, before);
    const actor = startActor(machine, asked, answered, means);
    actor.send({ type: "ANSWER", answers, today: day });
    data.drafts[step] = answers;
    setRun({ ...run, ...next, trail: [...before, answered], actor });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) {
      queue.hurry();
      return;
    }
    const { submitter } = event.nativeEvent as SubmitEvent;
    const fields = textsOf(new FormData(event.currentTarget, submitter));
    if (fields.intent === "back") goBack();
    else answer(fields);
  }

  /** Takes an error away as soon as its field is put right. */
  function onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    const { errors, values } = screen;
    if (!snapshot.context.validateCurrentStep || Object.keys(errors).length === 0) return;
    const day = today(Date.now(), timeZone, timeZone);
    const parsed = parseAnswer(steps[step]!, textsOf(new FormData(currentTarget)), day);
    const left = leftOver(errors, parsed, (target as HTMLInputElement).name);
    setRun({ ...run, refused: { errors: left, values, corrected: true } });
  }

  const busy = isAsking(snapshot);
  const state = topState(snapshot);
  // The answers are on their way until the page has gone; the browser may keep it and show it again.
  const isSent = leaves && !cameBack && steps[step]!.consent !== undefined;
  const isWaiting = isSent || (busy && !trouble);
  const shownState = isSent ? "submitting" : isWaiting || leaves ? state : undefined;
  const kind = shownState === "submitting" ? "sending" : "checking";
  const session = onFirstScreen
    ? data.session
    : sessionState({
        machine,
        way: data.way,
        context: snapshot.context,
        steps: path,
        currentStep: step,
        waitsIn: shownState,
        labelOf: (name) => steps[name]!.heading,
        sessionId: data.session.sessionId,
        isExternalHost: data.session.isExternalHost,
      });
  const screen: ScreenState = onFirstScreen
    ? data.screen
    : {
        waiting: isWaiting ? kind : null,
        canGoBack: path.indexOf(step) > 0 && destination === undefined,
        values: run.refused?.values ?? data.drafts[step] ?? {},
        errors: run.refused?.errors ?? (state === step ? snapshot.context.errors : {}),
        buyers: snapshot.context.checks.buyers?.selected.map(({ name }) => name),
        notice: snapshot.matches({ submitting: "unsent" }) || (busy && trouble) ? "saveFailed" : null,
      };
  const shown: SurveyPageData = {
    ...data,
    action: stepAddress(entry.path, entry.query, step),
    hidden: { ...data.hidden, step },
    session,
    screen,
  };
  const isCorrected = run.refused?.corrected ?? false;
  const { actor, direction } = run;
  return {
    data: shown,
    onSubmit,
    onInput,
    show,
    startOver,
    isAnswered,
    isCorrected,
    queue,
    actor,
    direction,
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
