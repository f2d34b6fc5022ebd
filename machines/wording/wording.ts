import type { ErrorKey } from "../fields.ts";

/** Things said above a question when something went wrong with the visit itself. */
export type NoticeKey = "saveFailed" | "answersExpired" | "tooManyAnswers";

/** Everything a survey screen says besides its step's own words, in one language. */
export type Wording = {
  back: string;
  continue: string;
  /** Marks the option chosen on an earlier visit to the step. */
  yourAnswer: string;
  progressLabel: string;
  progressText: (number: number, total: number) => string;
  securityNote: string;
  whatHappensNext: { title: string; steps: string[] };
  exactDate: { summary: string; legend: string; hint: string; button: string };
  /** Live help under the description: characters still missing, then enough. */
  descriptionCount: { missing: (characters: number) => string; enough: string };
  sending: string;
  notices: Record<NoticeKey, string>;
  errorSummaryTitle: string;
  /** Stands before the page title while the screen shows an error. */
  errorPrefix: string;
  /** Says how to put each error right; takes the field's label. */
  errors: Record<ErrorKey, (fieldLabel: string) => string>;
  links: { privacy: string; terms: string };
};
