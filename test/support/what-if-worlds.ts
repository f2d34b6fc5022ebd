import { payloadsOf } from "../../machines/lead/payloads.ts";
import { variants } from "../../machines/registry.ts";
import { leadSoFar } from "../../machines/simulator/lead-so-far.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { survey } from "../../machines/survey.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import { areGuardsNamed, watchedSteps } from "../../machines/what-if/watched-steps.ts";
import type { World } from "../../machines/what-if/world.ts";
import { ofAnyDay, rememberedSteps } from "../../services/analytics/simulation/remembered-steps.ts";

/** The survey whose visits are compared. */
export const variant = variants.get("c")!;
// biome-ignore lint/suspicious/noExplicitAny: a chart's config, changed in places that its types would forbid
type Config = any;

/** Survey `c` with a chart of its own, and what its rules say changed. */
export function worldOf(
  machine: SurveyMachine,
  change: (dqReason: string, fault?: string) => string = (same) => same,
): World {
  return {
    steps: rememberedSteps(watchedSteps(machine), ofAnyDay),
    isWatched: areGuardsNamed(machine.config),
    rules: change.toString(),
    entryAt: (path) => ({ path, variant: { ...variant, machine }, defaults: {} }),
    question: (name) => stepNamed(name, machine),
    lead: (entry, context) => {
      const lead = leadSoFar(entry, context);
      const dqReason = change(lead.dqReason, context.answers.at_Fault);
      const record = { ...lead.record, dq_reason: dqReason };
      return { ...lead, record, dqReason, qualified: lead.qualified && dqReason === lead.dqReason };
    },
    payloads: (entry, { record }, { answers, today }) =>
      payloadsOf(entry.variant, record, { id: "", answers, today, transformedAffid: "" }),
  };
}

/** Its chart with states of its own. */
export const edited = (edit: (states: Config) => void) => {
  const { id, initial, states, context, entry, on } = variant.machine.config as Config;
  const changed = { ...states };
  edit(changed);
  return survey.createMachine({
    id,
    initial,
    states: changed,
    context,
    entry,
    on,
  } as never) as unknown as SurveyMachine;
};

/** Three edits: a question that is gone, one that is new, another rule. */
export const edits: [name: string, after: World][] = [
  [
    "a question is no longer asked",
    worldOf(
      edited((states) => {
        delete states.PoliceReportFiled;
        states.WasUserInjured = {
          on: { NEXT: [{ guard: "notInjured", target: "HasLawyer" }, { target: "TypeOfMedicalTreatment" }] },
        };
        states.TypeOfMedicalTreatment = { on: { NEXT: "HasLawyer" } };
      }),
    ),
  ],
  [
    "a question is asked that nobody was asked",
    worldOf(
      edited((states) => {
        states.AtFault = { on: { NEXT: "MissedWork" } };
        states.MissedWork = { on: { NEXT: "WasUserInjured" } };
      }),
    ),
  ],
  [
    "who is at fault is disqualified",
    worldOf(variant.machine, (same, fault) => (fault === "yes" ? "at_fault" : same)),
  ],
];
