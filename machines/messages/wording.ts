import * as z from "zod";

/** The parts of a survey, in their order; a ticket is what an accident is elsewhere. */
export type Stage = "accident" | "case" | "contact";

/** Notices above a question about a problem with the visit itself. */
export type NoticeKey = "saveFailed" | "answersExpired" | "tooManyAnswers" | "consentReworded";

export type Topic = "accident" | "ticket" | "benefits";

/** Words as they are shown, without markup. @param facts that they say, in braces: all of them, and no other */
export function says(...facts: string[]) {
  return z
    .string()
    .min(1, "this has to say something")
    .superRefine((words, { addIssue }) => {
      const fault = (message: string) => addIssue({ code: "custom", message });
      if (/[<>]|&#?\w+;/.test(words)) fault("this has to be a text without markup");
      const said = Array.from(words.matchAll(/\{([^}]*)\}?|\}/g), ([, name = ""]) => name);
      for (const name of said)
        if (!facts.includes(name)) fault(`{${name}} is no fact that is known here${oneOf(facts)}`);
      if (!isPaired(words)) fault("[[ and ]] stand around words in pairs");
      for (const name of facts) if (!said.includes(name)) fault(`{${name}} has to be said here`);
    });
}

/** Each `[[` has its `]]` behind it: what is left out where a fact in it is missing. */
const isPaired = (words: string) =>
  (words.match(/\[\[|\]\]/g) ?? []).reduce(
    (open, mark) => (open < 0 ? open : open + (mark === "[[" ? 1 : -1)),
    0,
  ) === 0;

const oneOf = (facts: readonly string[]) =>
  facts.length > 0 ? `, but for ${facts.map((name) => `{${name}}`).join(", ")}` : "";

export const text = says();

/** The same kind of words for each of some keys. */
export function inKeys<Key extends string, Kind>(keys: readonly Key[], kind: Kind): Record<Key, Kind> {
  return Object.fromEntries(keys.map((key) => [key, kind])) as Record<Key, Kind>;
}

const link = z.strictObject({ text, url: z.templateLiteral(["/", z.string()]) });

/** The words of a survey's screens besides its questions' own, which a browser gets in a file of their own. */
export const screenSchema = z.strictObject({
  back: text,
  continue: text,
  /** Marks the option chosen on an earlier visit to the step. */
  yourAnswer: text,
  /** First, empty entry of a list to choose from. */
  selectOne: text,
  progressLabel: text,
  progressText: says("number", "total"),
  /** A step has further parts where a side branch asks more; by turns, each must be heard to be another. */
  further: z.tuple([text, text]),
  /** The security disclaimer: how answers are sent, then, where a law firm is looked for, what they are used for. */
  connectionNote: text,
  privacyGuarantee: text,
  /** The progress indicator's names for the parts of a survey. */
  stages: z.strictObject({ accident: text, ticket: text, case: text, contact: text }),
  /** The fold with all answers, before they are sent. */
  check: z.strictObject({ title: text, change: text }),
  exactDate: z.strictObject({ summary: text, legend: text, hint: text, button: text }),
  /** Live help under the description, while it is too short and once it is long enough. */
  descriptionLength: z.strictObject({ short: text, enough: text }),
  /** On the pressed button while its answers are checked, or sent. */
  busy: z.strictObject({ checking: text, sending: text }),
  /** On the overlay, likewise. */
  sending: text,
  notices: z.strictObject({ saveFailed: text }),
  errorSummaryTitle: text,
  /** The heading of the folded errors in a long summary. */
  moreErrors: says("count"),
  /** Shown before the page title while the screen shows an error. */
  errorPrefix: text,
  /** How to correct each error. The words for a missing answer are the field's own (`FieldErrorWords`). */
  errors: z.strictObject({
    choose: text,
    answerOrDate: text,
    tooShort: text,
    tooLong: says("field"),
    characters: says("field"),
    /** Refers to a field that has no name of its own. */
    thisAnswer: text,
    email: text,
    emailRefused: text,
    emailBlocked: text,
    /** Added to an address that may be mistyped. */
    didYouMean: says("email"),
    /** On the button that accepts the suggested address. */
    useAddress: text,
    phone: text,
    phoneMany: text,
    phoneRefused: text,
    zip: text,
    zipUnknown: text,
    zipUnheardOf: text,
    date: text,
    month: text,
    day: text,
    year: text,
    noSuchDay: text,
    futureDate: text,
    futureMonth: text,
    futureYear: text,
    birthDate: text,
  }),
  /** Pages in the same language. */
  links: z.strictObject({ privacy: link, terms: link }),
  /** On a last screen: whom to call, and the way out. */
  callUs: says("phone"),
  homePage: link,
});

export type Wording = z.output<typeof screenSchema>;

/** How a language lists names, and how a consent goes on after one firm, or several. */
export const namingSchema = z.strictObject({
  one: says("buyers"),
  more: says("buyers"),
  between: text,
  /** Between names that hold commas themselves. */
  betweenLong: text,
  and: text,
  /** Another word for "and" before a last name that begins so: in Spanish "e" before the sound of i. */
  andBefore: z.strictObject({ and: text, begins: z.array(text), but: z.array(text) }).optional(),
});

export type Naming = z.output<typeof namingSchema>;

/** Of the modal that verifies a phone number (spec 2.4, 3.3). */
export const phoneCodeSchema = z.strictObject({
  title: text,
  sending: says("phone"),
  sent: says("phone"),
  unsent: says("phone"),
  code: text,
  codeHint: text,
  check: text,
  checking: text,
  resend: text,
  /** Follows the button's words while it has to wait. */
  resendIn: z.strictObject({
    zero: says("seconds").optional(),
    one: says("seconds").optional(),
    two: says("seconds").optional(),
    few: says("seconds").optional(),
    many: says("seconds").optional(),
    other: says("seconds"),
  }),
  retry: text,
  withoutCode: text,
  changeNumber: text,
  tooShort: text,
  refused: text,
});

export type PhoneCodeWords = z.output<typeof phoneCodeSchema>;

/** The words around a consent's firms, which the page brings along, so that no script has to. */
export const namedSchema = z.strictObject({
  /** Beside the form, in place of the topic's. */
  steps: z.array(text),
  /** In the form behind the names of one firm, or of several. */
  match: z.tuple([text, text]),
  /** Leads to a firm's entry with the bar. */
  bar: text,
});

export type NamedFirms = z.output<typeof namedSchema> & { naming: Naming };
