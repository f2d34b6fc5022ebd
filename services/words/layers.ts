import { statutes } from "../../machines/rules/statutes.ts";
import type { EndLink, FieldWording, Option, Step, StepWording } from "../../machines/steps/step.ts";
import { over } from "./over.ts";
import type { Entry, QuestionFile } from "./questions.ts";

/** The entries that a question's words are made of; each lies over those before it. */
export function entriesOf({ name, words }: Pick<Step, "name" | "words">): string[] {
  return [...new Set([...words, name])];
}

/** What a language's file says of a question itself. */
export function saidOf(step: Step, { questions }: Pick<QuestionFile, "questions">): Entry {
  return entriesOf(step).reduce<Entry>((under, name) => over(under, questions[name] ?? {}), {});
}

/** A question's words in full, with what the language usually says. */
export function inFull(step: Step, usual: QuestionFile): StepWording {
  const said = saidOf(step, usual);
  const asksInput = step.kind === "info" || Boolean(step.fields?.length);
  const labels = (options: readonly Option[], own: Record<string, string> = {}) =>
    Object.fromEntries(
      options.map(({ value }) => [value, own[value] ?? usual.answers[value] ?? nameOfState(value, usual)!]),
    );
  const fields = (step.fields ?? []).map(({ name, options }): [string, FieldWording] => {
    const own = over(usual.fields[name] ?? {}, said.fields?.[name] ?? {});
    return [name, { label: "", ...own, ...(options && { options: labels(options, own.options) }) }];
  });
  return {
    heading: said.heading ?? "",
    ...(said.subHeading && { subHeading: said.subHeading }),
    ...(step.options && { options: labels(step.options, said.options) }),
    ...(step.fields && { fields: Object.fromEntries(fields) }),
    ...(asksInput && { submit: said.submit ?? usual.submit }),
    ...(said.groups && { groups: said.groups }),
    ...(step.links && { links: linksOf(step.links, said.links) }),
  };
}

function linksOf(links: NonNullable<Step["links"]>, said: Entry["links"] = {}): EndLink[] {
  return Object.entries(links).flatMap(([name, when]) => {
    const words = said[name];
    if (!words) return [];
    const isForSome = Object.keys(when ?? {}).length > 0;
    return { ...words, ...(isForSome && { when }) };
  });
}

/** A state's name in a language, by its code. */
export function nameOfState(code: string, { states }: Pick<QuestionFile, "states">): string | undefined {
  return states[code] ?? statutes.find((each) => each.code === code)?.name;
}
