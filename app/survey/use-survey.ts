import { useSelector } from "@xstate/react";
import { type FormEvent, useState } from "react";
import { createActor } from "xstate";
import { type AnswerErrors, parseAnswer } from "../../machines/fields.ts";
import { track } from "../../machines/lead/tracking.ts";
import { today } from "../../machines/rules/dates.ts";
import type { SurveyMachine, Variant } from "../../machines/variant.ts";
import { type Answered, sameAnswers } from "../../machines/visit/log.ts";
import { replay, type SurveySnapshot, topState } from "../../machines/visit/replay.ts";
import { browserCalls } from "./browser-calls.ts";
import type { ScreenState, SurveyPageData } from "./page-data.ts";
import { type ProgressQueue, progressQueue } from "./progress-queue.ts";
import { screenOf, stepAddress } from "./screen-of.ts";

/** Where the visitor is: the answers that count, the chart running on them, and the question on screen. */
type Run = {
  trail: Answered[];
  actor: ReturnType<typeof startActor>;
  position: number;
  direction?: "forward" | "back";
  /** What the form's own rules found, with what was typed. */
  refused?: { errors: AnswerErrors; values: Record<string, string> };
};

/** The survey in the browser: the server's page, going on without it. */
export function useSurvey(data: SurveyPageData, variant: Variant) {
  const { machine } = variant;
  const { entry, steps } = data;
  const isStep = (name: string) => Object.hasOwn(steps, name);
  const input = { path: entry.path, tracking: track({ ...entry, referer: "" }, entry.defaults) };
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const facts = { path: entry.path, visit: data.hidden.visit!, timeZone, query: entry.query };

  const [trouble, setTrouble] = useState(false);
  const [queue] = useState(() =>
    progressQueue({
      facts,
      storage: sessionStorage,
      onRefused: () => location.reload(),
      onTrouble: setTrouble,
    }),
  );

  const [run, setRun] = useState<Run>(() => ({
    trail: data.trail,
    actor: startActor(machine, replay(machine, input, data.trail).snapshot, data.trail.at(-1), queue, facts),
    position: positionOf(data),
  }));
  const snapshot = useSelector(run.actor, (current) => current) as SurveySnapshot;
  const path = pathOf(run.trail, snapshot, isStep);
  const onFirstScreen = run.direction === undefined && !run.refused;
  const step = onFirstScreen ? data.screen.step : path[Math.min(run.position, path.length - 1)]!;

  /** Shows an earlier or the newest question without changing an answer. @returns false when it is not on the way */
  function show(name: string): boolean {
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

  function answer(fields: Record<string, string>) {
    const parsed = parseAnswer(steps[step]!, fields, today(Date.now(), timeZone, timeZone));
    if (!parsed.ok) {
      setRun({ ...run, refused: { errors: parsed.errors, values: fields } });
      return;
    }
    const { answers } = parsed;
    const at = Date.now();
    const index = path.indexOf(step);
    const known = run.trail[index];
    const unchanged = known !== undefined && sameAnswers(known.answers, answers);
    const next = { position: index + 1, direction: "forward" as const, refused: undefined };
    if (unchanged && snapshot.matches({ submitting: "unsent" })) {
      run.actor.send({ type: "ANSWER", answers });
      return;
    }
    void queue.add({ answer: { step, fields: withoutHidden(fields), at } });
    if (unchanged && index < run.trail.length - 1) {
      setRun({ ...run, ...next });
      return;
    }
    const before = run.trail.slice(0, index);
    const answered: Answered = { step, answers, at, outcomes: [] };
    const actor = startActor(machine, replay(machine, input, before).snapshot, answered, queue, facts);
    actor.send({ type: "ANSWER", answers });
    data.drafts[step] = answers;
    setRun({ ...run, ...next, trail: [...before, answered], actor });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === "string")) as Record<
      string,
      string
    >;
    if (fields.intent === "back") goBack();
    else answer(fields);
  }

  const meta = machine.root.states[topState(snapshot)]?.meta;
  const busy = isAsking(snapshot);
  const unsent = snapshot.matches({ submitting: "unsent" });
  const atNewest = topState(snapshot) === step;
  const screen: ScreenState = onFirstScreen
    ? { ...data.screen, ...(busy && { overlay: true }) }
    : {
        ...screenOf(machine, path, step, isStep),
        ...(meta?.overlay && !unsent && { overlay: true, progress: meta.progress ?? null }),
        values: run.refused?.values ?? data.drafts[step] ?? {},
        errors: run.refused?.errors ?? (atNewest ? snapshot.context.errors : {}),
        notice: unsent || (busy && trouble) ? "saveFailed" : null,
      };
  const shown: SurveyPageData = {
    ...data,
    action: stepAddress(entry.path, entry.query, step),
    hidden: { ...data.hidden, step },
    screen,
  };
  return { data: shown, onSubmit, show, queue, direction: run.direction, busy };
}

/** Where the server's page stands on the way; a question that was not answered yet is the newest. */
function positionOf({ trail, screen }: SurveyPageData): number {
  const answered = trail.findIndex(({ step }) => step === screen.step);
  return answered < 0 ? trail.length : answered;
}

/** Runs the chart from a replayed snapshot, with the server's word for its services. */
function startActor(
  machine: SurveyMachine,
  snapshot: SurveySnapshot,
  answered: Answered | undefined,
  queue: ProgressQueue,
  facts: Parameters<typeof browserCalls>[1],
) {
  const actors = browserCalls(queue, facts, (outcome) => answered?.outcomes.push(outcome));
  const actor = createActor(machine.provide({ actors }), {
    snapshot: machine.getPersistedSnapshot(snapshot),
    input: snapshot.context,
  });
  return actor.start();
}

/** The questions the visitor may look at: those answered and the newest one. */
function pathOf(trail: Answered[], snapshot: SurveySnapshot, isStep: (name: string) => boolean): string[] {
  const path = trail.map(({ step }) => step);
  const state = topState(snapshot);
  if (isStep(state) && state !== path.at(-1)) path.push(state);
  return path;
}

/** True while the chart waits for a service. */
function isAsking(snapshot: SurveySnapshot): boolean {
  return Object.values(snapshot.children).some((child) => child?.getSnapshot().status === "active");
}

/** The form's own fields are not the visitor's answer. */
function withoutHidden({ visit, step, intent, ...fields }: Record<string, string>) {
  return fields;
}
