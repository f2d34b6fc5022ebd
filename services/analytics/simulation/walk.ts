import type { Outcome } from "../../../machines/calls.ts";
import { leafOf } from "../../../machines/graph/leaves.ts";
import type { stepperOf } from "../../../machines/graph/stepper.ts";
import { disqualification } from "../../../machines/lead/disqualification.ts";
import type { Arrival } from "../../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import type { CalendarDay } from "../../../machines/rules/dates.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Step } from "../../../machines/steps/step.ts";
import { inputFor } from "../../../machines/visit/input.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { callOf, type SurveySnapshot, settled, topState } from "../../../machines/visit/replay.ts";
import { drawAnswer } from "./answers.ts";
import * as behaviour from "./behaviour.ts";
import type { Chance } from "./chance.ts";

/** A simulated visit: its log, and what the chart itself came to. */
export type Walked = {
  log: LogEntry[];
  place: string;
  lead: { qualified: boolean; dqReason: string } | null;
  isOver: boolean;
};

/**
 * One visitor's way through a survey's own chart, until it ends or they leave.
 * @param startedAt epoch milliseconds
 * @param today the visitor's day, the same for all: buttons for dates are pressed, which no day changes
 */
export function walk(
  entry: SurveyEntry,
  arrival: Arrival,
  startedAt: number,
  today: CalendarDay,
  chance: Chance,
  stepping: typeof stepperOf,
): Walked {
  const { machine } = entry.variant;
  const { start, send } = stepping(machine, inputFor(entry, { arrival, startedAt }));
  const log: LogEntry[] = [{ at: startedAt, kind: "entry", body: arrival }];
  const trail: { step: string; before: SurveySnapshot }[] = [];
  let at = startedAt;
  let snapshot = start.snapshot;
  let mayGoBack = false;
  let lead: Walked["lead"] = null;
  const pass = ([median, spread]: [number, number]) => {
    at += chance.time(median, spread);
  };
  const isOver = () => snapshot.status === "done" || stepNamed(topState(snapshot), machine)?.kind === "end";

  while (!isOver()) {
    const call = callOf(snapshot);
    if (call) {
      pass(behaviour.serviceTakes);
      const outcome = drawOutcome(call, chance);
      if (call === "postLead") lead = judge(snapshot, today);
      log.push({ at, kind: "outcome", body: { ...outcome, of: trail.at(-1)?.step } });
      snapshot = send(snapshot, settled(outcome)).snapshot;
      continue;
    }
    const step = stepNamed(topState(snapshot), machine);
    if (!step || (trail.length > 0 && chance.happens(behaviour.leaves(step)))) break;
    pass(behaviour.takes(step));
    // One that a check has refused stands there already; nobody goes back twice in a row.
    const isAskedAgain = trail.at(-1)?.step === step.name;
    if (mayGoBack && !isAskedAgain && chance.happens(behaviour.goesBack)) {
      log.push({ at, kind: "back", body: { from: step.name } });
      snapshot = trail.pop()!.before;
      mayGoBack = false;
      continue;
    }
    const refused = drawRefusal(step, chance);
    if (refused && trail.length > 0) {
      log.push({ at, kind: "refused", body: { step: step.name, fields: [refused] } });
      continue;
    }
    const answers = drawAnswer(step, chance, today);
    log.push({ at, kind: "answer", body: { step: step.name, answers, today } });
    if (!isAskedAgain) trail.push({ step: step.name, before: snapshot });
    snapshot = send(snapshot, { type: "ANSWER", answers, today }).snapshot;
    mayGoBack = true;
  }
  return { log, place: leafOf(snapshot), lead, isOver: isOver() };
}

/** The post itself always succeeds: a store that fails has no visitors to count. */
function drawOutcome(call: Outcome["call"], chance: Chance): Outcome {
  const failed =
    call === "postLead" ? undefined : behaviour.failures.find(([, often]) => chance.happens(often));
  if (failed) return { call, error: { kind: failed[0] } } as Outcome;
  const all: readonly (readonly [unknown, number])[] = behaviour.outputs[call];
  const [output] = chance.pick(all, ([, weight]) => weight);
  return { call, output } as Outcome;
}

function drawRefusal({ fields = [] }: Step, chance: Chance): string | undefined {
  const wanted = fields.filter(({ required, kind }) => required !== false && kind !== "select");
  if (wanted.length === 0 || !chance.happens(behaviour.isRefused)) return undefined;
  return chance.pick(wanted, () => 1).name;
}

function judge({ context }: SurveySnapshot, today: CalendarDay): Walked["lead"] {
  const { dq_reason, lead_is_qualified } = disqualification(context, today);
  return { qualified: lead_is_qualified === "yes", dqReason: dq_reason };
}
