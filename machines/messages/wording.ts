import type { ErrorKey } from "../fields.ts";

/** Things said above a question when something went wrong with the visit itself. */
export type NoticeKey = "saveFailed" | "answersExpired" | "tooManyAnswers";

/** What a survey is about. */
export type Topic = "accident" | "ticket" | "benefits";

/** A link to a page in the same language. */
export type PageLink = { text: string; url: `/${string}` };

/** Everything a survey screen says besides its step's own words, in one language. */
export type Wording = {
  back: string;
  continue: string;
  /** Marks the option chosen on an earlier visit to the step. */
  yourAnswer: string;
  /** First, empty entry of a list to choose from. */
  selectOne: string;
  progressLabel: string;
  progressText: (number: number, total: number) => string;
  /** The security disclaimer: how answers travel, then, where a law firm is looked for, what they are used for. */
  connectionNote: string;
  privacyGuarantee: string;
  /** The steps of the panel beside the form, by what the survey is about. */
  whatHappensNext: { title: string } & Record<Topic, string[]>;
  exactDate: { summary: string; legend: string; hint: string; button: string };
  /** Live help under the description: characters still missing, then enough. */
  descriptionCount: { missing: (characters: number) => string; enough: string };
  /** On the pressed button while its answers are checked, or sent. */
  busy: { checking: string; sending: string };
  /** On the overlay, likewise. */
  sending: string;
  notices: Record<NoticeKey, string>;
  errorSummaryTitle: string;
  /** Shown before the page title while the screen shows an error. */
  errorPrefix: string;
  /** Says how to put each error right; takes the field's label. */
  errors: Record<ErrorKey, (fieldLabel: string) => string>;
  links: { privacy: PageLink; terms: PageLink };
  /** On a last screen: whom to call, and the way out. */
  callUs: (phone: string) => string;
  homePage: string;
};
