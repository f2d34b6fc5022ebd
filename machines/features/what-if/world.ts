import type { Arrival } from "../../context/tracking.ts";
import type { DerivedLead } from "../../lead/lead.ts";
import type { Payload, payloadsOf } from "../../lead/payloads.ts";
import type { AskedBy, AskedValues } from "../../model/asked-values.ts";
import { askedOf } from "../../model/cases.ts";
import { walkDay } from "../../model/covering.ts";
import type { LeadSettings, leadSoFar } from "../../model/lead-so-far.ts";
import { entryInArm, type Registry, type SurveyEntry } from "../../registry.ts";
import type { Step } from "../../steps/step.ts";
import type { SurveyContext } from "../../survey.ts";
import type { Variant } from "../../variant.ts";
import { type ChartSteps, learnedSteps } from "./learned-steps.ts";

/** A survey at one revision of the project: its chart, questions and rules. */
export type World = {
  steps: ChartSteps;
  /** The survey as it was shown at a path or in an experiment's arm; at its own path where it no longer exists there. */
  entryAt(arrival: Pick<Arrival, "path" | "arm">): SurveyEntry;
  question(name: string): Step | undefined;
  /** The values that its guards compare with, to be tried where a recording says nothing. */
  asked: AskedValues;
  lead(entry: SurveyEntry, context: SurveyContext): DerivedLead;
  payloads(entry: SurveyEntry, lead: DerivedLead, context: SurveyContext): Payload[];
  /** Digest of everything that leads are judged by: worlds with the same digest judge the same lead the same. */
  rules: string;
};

/** The code that a world is made of; another revision of the project has its own. */
export type WorldCode = AskedBy &
  Pick<Registry, "findEntry"> & { leadSoFar: typeof leadSoFar; payloadsOf: typeof payloadsOf };

/**
 * A survey with the questions and rules of some code.
 * @param rules digest of its rules, see `World`
 * @param edited the survey as it would be, in place of the one that its paths show
 */
export function worldOf(
  { findEntry, questions, judge, leadSoFar: lead, payloadsOf: payloads }: WorldCode,
  variant: Required<Variant>,
  site: LeadSettings,
  { rules, edited = variant }: { rules: string; edited?: Required<Variant> },
): World {
  const [ownPath, ownDefaults] = Object.entries(variant.entries)[0]!;
  const { machine, limits } = edited;
  return {
    steps: learnedSteps(machine),
    rules,
    entryAt: ({ path, arm }) => {
      const named = findEntry(path);
      const found = named && entryInArm(named, arm, findEntry);
      const { path: at, defaults } =
        found?.variant === variant ? found : { path: ownPath, defaults: ownDefaults };
      return { path: at, variant: edited, defaults };
    },
    question: (name) => questions(name, machine),
    asked: askedOf(machine, walkDay, { questions, judge, limits }),
    lead: (entry, context) => lead(entry, context, site),
    payloads: (entry, { record }, { answers, today }) =>
      payloads(entry.variant, record, { id: "", answers, today, transformedAffid: "" }),
  };
}

export type Worlds = { before: World; after: World };

/** The verdict on a lead, without anything that its visitor typed. */
export type Verdict = {
  q: "y" | "n";
  dqReason: string;
  /** The results of rules about time, to compare: is the accident too old, within a year, is early treatment assumed. */
  window: string;
  /** The payload of each destination. */
  payloads: Payload[];
};

/** The verdict on a lead that was posted. */
export function verdictOf(world: World, entry: SurveyEntry, context: SurveyContext): Verdict {
  const lead = world.lead(entry, context);
  const { record, changes } = lead;
  return {
    q: lead.qualified ? "y" : "n",
    dqReason: lead.dqReason,
    window: JSON.stringify([
      record.accident_limit_exceeded,
      record.accident_within_last_year,
      changes.map(({ field, rule }) => `${field} by ${rule}`),
    ]),
    payloads: world.payloads(entry, lead, context),
  };
}
