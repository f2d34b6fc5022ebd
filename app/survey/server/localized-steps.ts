import { remarkOn } from "../../../machines/messages/remarks.ts";
import { type ConsentParties, stepConsent } from "../../../machines/messages/survey-consent.ts";
import { stepsOf } from "../../../machines/outline.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { FieldWording, Language, Option, Step } from "../../../machines/steps/step.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { LocalizedStep, WordedOption } from "../screen/page-data.ts";
import { drawingOf } from "./option-drawings.ts";

/** Every question of a variant in one language: all the words its island will need. */
export function localizedSteps(
  { machine }: Pick<Variant, "machine">,
  language: Language,
  company: ConsentParties,
): Record<string, LocalizedStep> {
  const names = stepsOf(machine, isStep);
  return Object.fromEntries(
    names.map((name) => [name, localize(stepNamed(name, machine)!, language, company)]),
  );
}

/** True for the name of a screen; a chart's other states are passed through. */
function isStep(name: string): boolean {
  return stepNamed(name) !== undefined;
}

/** One question in one language. */
export function localize(step: Step, language: Language, company: ConsentParties): LocalizedStep {
  const words = step.wording[language];
  return {
    name: step.name,
    kind: step.kind,
    heading: words.heading,
    subHeading: words.subHeading,
    options: labelled(step.options, words.options).map((option) => ({
      ...option,
      drawing: drawingOf(option.records),
      remark: remarkOn(option.records, language),
    })),
    fields: (step.fields ?? []).map((field) => {
      const said: FieldWording = words.fields?.[field.name] ?? { label: field.name };
      const opens = field.opens && words.groups?.[field.opens];
      return { ...field, ...said, opens, options: field.options && labelled(field.options, said.options) };
    }),
    submit: words.submit,
    links: words.links,
    consent: step.asksConsent ? stepConsent(step, language, company).paragraphs : undefined,
  };
}

function labelled(options: Option[] = [], labels: Record<string, string> = {}): WordedOption[] {
  return options.map((option) => ({ ...option, label: labels[option.value] ?? option.value }));
}
