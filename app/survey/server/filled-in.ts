import type { Answers } from "../../../machines/answers.ts";
import { stepsOf } from "../../../machines/outline.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";

/** What is known of a visitor before they are asked, by the question that will ask it. */
export function filledIn({ machine }: Variant, known: Answers): Record<string, Answers> {
  if (Object.keys(known).length === 0) return {};
  const names = stepsOf(machine, (name) => stepNamed(name) !== undefined);
  const drafts = names.map((name) => {
    const asked = stepNamed(name, machine)?.fields ?? [];
    const found = asked.flatMap((field) => (known[field.name] ? [[field.name, known[field.name]]] : []));
    return [name, Object.fromEntries(found) as Answers] as const;
  });
  return Object.fromEntries(drafts.filter(([, answers]) => Object.keys(answers).length > 0));
}
