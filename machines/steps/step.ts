import type { AnswerField, Answers } from "../answers.ts";
import type { FieldKind } from "../fields.ts";

/** Languages a survey can be shown in. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** One answer to a choice question. */
export type Option = {
  /** Posted as `option`; unique within its step. */
  value: string;
  /** Exactly what choosing it records (the screen's `data-fields`). */
  records: Answers;
  /** Link-style answers stand below the buttons (specification 2.4). */
  look?: "link";
};

/** One typed input of a step, named as the record's field is. */
export type Field = {
  name: AnswerField;
  kind: FieldKind;
  /** HTML autofill token. */
  autocomplete?: string;
};

/** The words of one step in one language. */
export type StepWording = {
  heading: string;
  subHeading?: string;
  /** Label of each option, by its value. */
  options?: Record<string, string>;
  /** Label and hint of each typed field, by its name. */
  fields?: { [name in AnswerField]?: { label: string; hint?: string } };
  /** Text of the button that sends the typed fields. */
  submit?: string;
};

/**
 * A step (question) is data: what it asks, what may be answered and how it is worded.
 * Kinds: `choice` (options only), `when` (options or an exact date), `description` (one text box),
 * `contact` (typed fields; the last one also shows the consent text).
 */
export type Step = {
  name: string;
  kind: "choice" | "when" | "description" | "contact";
  options?: Option[];
  fields?: Field[];
  /** The consent text is shown with this step and its button gives the consent. */
  asksConsent?: boolean;
  wording: Record<Language, StepWording>;
};
