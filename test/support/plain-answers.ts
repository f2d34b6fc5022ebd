import type { FieldKind } from "../../machines/fields.ts";
import { variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Answer } from "./form-visitor.ts";

const year = new Date().getFullYear();
const typed: Record<Exclude<FieldKind, "select">, string> = {
  name: "Ana",
  email: "ana.rivera@example.com",
  phone: "(213) 555-0123",
  zip: "90210",
  month: "1",
  day: "20",
  year: String(year),
  date: `${year}-01-02`,
  birthDate: "1980-02-29",
  text: "12 Main Street",
  description: "A truck hit my car from behind at a red light.",
};

/** The form of any step of a variant, answered plainly: its first option, or every field. @param given values of fields that differ */
export function plainAnswers(code: string, given: Answer = {}): (step: string) => Answer {
  return (name) => {
    const step = stepNamed(name, variants.get(code)!.machine)!;
    if (step.options?.length) return { option: step.options[0]!.value };
    const fields = (step.fields ?? []).map(({ name: field, kind, options }) => [
      field,
      given[field] ?? (kind === "select" ? options![0]!.value : typed[kind]),
    ]);
    return Object.fromEntries(fields);
  };
}
