import type { ErrorKey } from "../fields/parse-answer.ts";

/** The parts of a survey, in their order; a ticket is what an accident is elsewhere. */
export type Stage = "accident" | "case" | "contact";

/** Notices above a question about a problem with the visit itself. */
export type NoticeKey = "saveFailed" | "answersExpired" | "tooManyAnswers" | "consentReworded";

export type Topic = "accident" | "ticket" | "benefits";

/** A link to a page in the same language. */
export type PageLink = { text: string; url: `/${string}` };

/** How to correct each error. The words for a missing answer are the field's own (`FieldErrorWords`). */
export type ErrorSentences = Record<Exclude<ErrorKey, "required" | "tooLong" | "characters">, string> & {
  /** These take the field's name. */
  tooLong: (called: string) => string;
  characters: (called: string) => string;
  /** Added to an address that may be mistyped. */
  didYouMean: (email: string) => string;
  /** On the button that accepts the suggested address. */
  useAddress: string;
  /** Refers to a field that has no name of its own. */
  thisAnswer: string;
};

/** The words of a survey screen besides its step's own, in one language. */
export type Wording = {
  back: string;
  continue: string;
  /** Marks the option chosen on an earlier visit to the step. */
  yourAnswer: string;
  /** First, empty entry of a list to choose from. */
  selectOne: string;
  progressLabel: string;
  /** A step has further parts where a side branch asks more; each must be heard to be another. */
  progressText: (number: number, total: number, part: number) => string;
  /** The security disclaimer: how answers are sent, then, where a law firm is looked for, what they are used for. */
  connectionNote: string;
  privacyGuarantee: string;
  /** The progress indicator's names for the parts of a survey. */
  stages: Record<Stage | "ticket", string>;
  /** The fold with all answers, before they are sent. */
  check: { title: string; change: string };
  exactDate: { summary: string; legend: string; hint: string; button: string };
  /** Live help under the description, while it is too short and once it is long enough. */
  descriptionLength: { short: string; enough: string };
  /** On the pressed button while its answers are checked, or sent. */
  busy: { checking: string; sending: string };
  /** On the overlay, likewise. */
  sending: string;
  notices: { saveFailed: string };
  errorSummaryTitle: string;
  /** The heading of the folded errors in a long summary. */
  moreErrors: (count: number) => string;
  /** Shown before the page title while the screen shows an error. */
  errorPrefix: string;
  errors: ErrorSentences;
  links: { privacy: PageLink; terms: PageLink };
  /** On a last screen: whom to call, and the way out. */
  callUs: (phone: string) => string;
  homePage: string;
};
