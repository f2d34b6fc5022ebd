import type { Outcome } from "../../../../machines/context/calls.ts";
import { disqualification } from "../../../../machines/context/disqualification.ts";
import type { Arrival } from "../../../../machines/context/tracking.ts";
import { leafShown } from "../../../../machines/graph/passages.ts";
import type { AskedValues } from "../../../../machines/model/asked-values.ts";
import { askedOf } from "../../../../machines/model/cases.ts";
import { walkDay } from "../../../../machines/model/covering.ts";
import type { SurveyEntry } from "../../../../machines/registry.ts";
import type { CalendarDay } from "../../../../machines/rules/dates.ts";
import { stepNamed } from "../../../../machines/steps/index.ts";
import type { Step } from "../../../../machines/steps/step.ts";
import type { Command } from "../../../../machines/visit/commands.ts";
import { decide } from "../../../../machines/visit/decide.ts";
import type { LogEntry } from "../../../../machines/visit/log.ts";
import { surveyAt } from "../../../../machines/visit/open-visit.ts";
import type { Steps, SurveySnapshot } from "../../../../machines/visit/replay.ts";
import { isOver, readVisit } from "../../../../machines/visit/visit-state.ts";
import * as behaviour from "./behaviour.ts";
import { type Chance, drawFields } from "./behaviour.ts";

/** A simulated visit: its log, the node where it ends, and its lead. */
export type Walked = {
  log: readonly LogEntry[];
  place: string;
  lead: { qualified: boolean; dqReason: string } | null;
  isOver: boolean;
};

export type Visitor = {
  arrival: Arrival;
  /** Epoch milliseconds. */
  startedAt: number;
  /** One day for all visitors, whenever they start: remembered steps do not distinguish days. */
  today: CalendarDay;
  /** Factor on the probability of leaving at a question; 1 for most visitors. */
  leaves: number;
};

/** Walks one visitor through a survey's chart, until it ends or they leave. */
export function walk(
  entry: SurveyEntry,
  { arrival, startedAt, today, leaves }: Visitor,
  chance: Chance,
  steps: Steps,
): Walked {
  const { machine, limits } = entry.variant;
  const asked = askedOf(machine, walkDay, { limits });
  const survey = { ...surveyAt(entry, {}), steps };
  let state = readVisit(survey, [{ at: startedAt, kind: "entry", body: arrival }]);
  let at = startedAt;
  let mayGoBack = false;
  let lead: Walked["lead"] = null;
  const pass = ([median, spread]: [number, number]) => {
    at += chance.time(median, spread);
  };
  const put = (command: Command) => {
    const decision = decide(state, command);
    if (decision.rejected) throw new Error(`simulated visitors cannot ${command.kind} at ${state.step}`);
    ({ state } = decision);
  };

  while (!isOver(state)) {
    const { replay, visit } = state;
    if (replay.call) {
      const { id } = replay.call;
      pass(behaviour.serviceTakes);
      if (id === "postLead") lead = judge(replay.snapshot, today);
      put({ at, kind: "outcome", outcome: drawOutcome(id, chance, asked) });
      continue;
    }
    const step = stepNamed(state.step, machine);
    if (!step || (visit.position > 0 && chance.happens(leaves * behaviour.leaves(step)))) break;
    pass(behaviour.takes(step));
    // After a failed check, the question before this one is the same; and nobody goes back twice in a row.
    const isAskedAgain = visit.trail[visit.position - 1]?.step === step.name;
    if (mayGoBack && !isAskedAgain && chance.happens(behaviour.goesBack)) {
      put({ at, kind: "back", from: step.name });
      mayGoBack = false;
      continue;
    }
    const refused = drawRefusal(step, chance);
    if (refused && visit.position > 0) {
      put({ at, kind: "refused", refusals: [{ step: step.name, fields: [refused], at }] });
      continue;
    }
    put({ at, kind: "answer", step: step.name, fields: drawFields(step, chance, today, asked), today });
    mayGoBack = true;
  }
  return { log: state.log, place: leafShown(state), lead, isOver: isOver(state) };
}

/** Posting a lead always succeeds: if the store failed, there would be no visits to count. */
function drawOutcome(call: Outcome["call"], chance: Chance, asked: AskedValues): Outcome {
  const failed =
    call === "postLead" ? undefined : behaviour.failures.find(([, often]) => chance.happens(often));
  if (failed) return { call, error: { kind: failed[0] } } as Outcome;
  return behaviour.drawResponse(call, chance, asked);
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
