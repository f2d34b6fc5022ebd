import type { AnswerField, Answers } from "../rules/answers.ts";

/** A language that surveys can be shown in: the name of its folder in services/words. */
export type Language = string;

/** An answer to a choice question. */
export type Option = {
  /** Posted as `option`; unique within its step. */
  value: string;
  /** Exactly what choosing it records (the screen's `data-fields`). */
  records: Answers;
  /** Link-style answers are below the buttons (spec 2.4). */
  look?: "link";
};

/** Kinds of typed input; each has one zod schema. */
export type TypedKind =
  | "name"
  | "email"
  | "phone"
  | "zip"
  | "month"
  | "day"
  | "year"
  | "date"
  | "birthDate"
  | "text"
  | "description";

/** Kinds of input: typed, or `select`, one of the field's own options by its value. */
export type FieldKind = TypedKind | "select";

/**
 * The scope of the consent: the one firm that fits (default), the buyers by name (one-to-one consent), the same in
 * fewer words where none can be named, or a traffic ticket.
 */
export type ConsentForm = "full" | "buyers" | "abbreviated" | "ticket";

/** An input of a step, named like the record's field; a select field's options may record more. */
export type Field = {
  name: AnswerField;
  kind: FieldKind;
  /** May be left empty; every other field must be filled in. */
  required?: false;
  /** The choices of a select field. */
  options?: Option[];
  /** Counts only when an earlier field of the step was answered so (ruling 121). */
  onlyWhen?: { field: AnswerField; is: string };
  autocomplete?: string;
  /** The pattern of typed text, in the notation of spec 5.10. */
  mask?: string;
  /** This field begins a group of a long form; the wording's `groups` holds the group's heading. */
  opens?: string;
};

/** The words of errors about one field in one language. */
export type FieldErrorWords = {
  /** Asks for the answer that is missing, as a person would: "Enter your first name." */
  missing?: string;
  /** How other errors call the field within a sentence: "your first name". */
  called?: string;
};

/** The words of one field in one language; `options` by the option's value. */
export type FieldWording = FieldErrorWords & {
  label: string;
  hint?: string;
  /** The three boxes of a date, in their order. */
  boxes?: readonly [month: string, day: string, year: string];
  options?: Record<string, string>;
};

/** A page that an end leads to; `when` has the answers that it is for, by their fields. */
export type EndLink = {
  label: string;
  url: string;
  /** Why it is for this visitor. */
  text?: string;
  when?: { readonly [field in AnswerField]?: readonly string[] };
};

/** The words of one step in one language, as `wordsOf` of machines/words gives them. */
export type StepWording = {
  heading: string;
  subHeading?: string;
  options?: Record<string, string>;
  fields?: { [name in AnswerField]?: FieldWording };
  /** Text of the button that sends the fields, or leaves a screen that asks nothing. */
  submit?: string;
  /** Where a screen that ends the survey leads on to, the most useful first; features may add theirs where it `turnsAway`. */
  links?: EndLink[];
  /** Heading of each group of fields, by its name. */
  groups?: Record<string, string>;
};

/**
 * A step (question) is data: what it asks and its possible answers; its words are each language's. Kinds: `choice` (options only), `when`
 * (options or an exact date), `description` (one text box), `contact` (typed fields about the visitor), `date` (one
 * date), `form` (several typed and select fields at once), `info` (asks nothing; a button continues), `end` (says how
 * it ended, where no thank-you page does).
 */
export type Step = {
  name: string;
  /** Where its words are: entries of machines/words/<language>/questions.yaml, of which each lies over those before it. */
  words: readonly string[];
  kind: "choice" | "when" | "description" | "contact" | "date" | "form" | "info" | "end";
  options?: Option[];
  fields?: Field[];
  /** The consent text is shown with this step and its button gives the consent. */
  asksConsent?: boolean;
  /** Which consent, where it is not the full one. */
  consentForm?: ConsentForm;
  /** The stage "your case" starts with the first such question; contact questions are recognized by their fields. */
  stage?: "case";
  /** The screen says that no firm takes the case. */
  turnsAway?: boolean;
  /** Why this question is our reading of the specification and not its word. */
  assumed?: string;
  /** The links of a screen that ends the survey, by their names, with the answers that each is for. */
  links?: Record<string, EndLink["when"]>;
};
