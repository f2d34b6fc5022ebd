// biome-ignore-all lint/suspicious/noExplicitAny: state names and config differ from variant to variant
import type { AnyStateMachine, StateMachine } from "xstate";
import type { EntryDefaults } from "./lead/tracking.ts";
import type { Language } from "./steps/step.ts";
import { everySurvey, survey } from "./survey.ts";

const anySurvey = survey.createMachine({ ...everySurvey });
type SurveyMachineOf<Machine> =
  Machine extends StateMachine<
    infer Context,
    infer Event,
    infer Children,
    infer Actor,
    infer Action,
    infer Guard,
    infer Delay,
    any,
    infer Tag,
    infer Input,
    infer Output,
    infer Emitted,
    infer Meta,
    any
  >
    ? StateMachine<
        Context,
        Event,
        Children,
        Actor,
        Action,
        Guard,
        Delay,
        any,
        Tag,
        Input,
        Output,
        Emitted,
        Meta,
        any
      >
    : AnyStateMachine;

/** Any variant's chart: state names differ, events, input and provided services do not. */
export type SurveyMachine = SurveyMachineOf<typeof anySurvey>;

/** What a variant is besides its chart. */
export type Variant = {
  /** Short code: /survey/{code} always shows this variant. */
  code: string;
  /** Every path that shows it, with what that path presets (specification 2.4). */
  entries: Record<string, EntryDefaults>;
  machine: SurveyMachine;
  /** Thank-you destination; an entry may name its own. */
  thankYou?: string;
  language?: Language;
  progressStyle?: "dots" | "bar";
  /** Decision 3: the DUI variant tests exactly 15 days. */
  earlyTreatment?: "<=15" | "===15";
};

/** Declares a variant, filling in what most of them share. */
export function variant(definition: Variant): Required<Variant> {
  return {
    thankYou: "/survey-thank-you/",
    language: "en",
    progressStyle: "dots",
    earlyTreatment: "<=15",
    ...definition,
  };
}
