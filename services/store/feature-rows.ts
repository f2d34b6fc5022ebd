/** Rows of the tables of features. Money in cents, days since 1970, times in epoch milliseconds unless it is said otherwise. */
import type { KeptOutcome } from "./rows.ts";

/** By which way a buyer's word came in. */
export const doors = ["call", "file", "console"] as const;

/**
 * What a list said about a number, of which keyed hashes are kept. `restHash`: of what else the answer is of; '' for nothing.
 * `leadId`: the lead that it was asked for last. `asked`: a process asks it until `until` at most; `open`: it is asked again from then on; else the verdict holds until then.
 * `since`: when that lead's question was asked first. Times are epoch milliseconds.
 */
export type KeptVerdict = {
  scrub: string;
  numberHash: string;
  restHash: string;
  leadId: string;
  verdict: "asked" | "open" | "clean" | "listed" | "unknown";
  why: string;
  tries: number;
  since: number;
  at: number;
  until: number;
};

/**
 * A buyer's word that the person of its lead wants no call: said at `saidAt`, on the business day `day`, written down at `at`.
 * `person`: who wrote it down, of the console or the terminal; '' for a signed call.
 */
export type KeptStop = {
  leadId: string;
  buyer: string;
  day: number;
  saidAt: number;
  at: number;
  door: (typeof doors)[number];
  person: string;
};

/**
 * That a buyer asks to return a lead, and what was decided. `reportId`: of the outcome that it becomes once it is granted.
 * `at`, `day`, `receivedAt` and the amount are those of a report. `broughtBy`: of the terminal; '' for a signed call. `verdict`: null
 * while it waits; `word` and `person` are the decision's, '' until then.
 */
export type ReturnRequest = Omit<KeptOutcome, "outcome"> & {
  reportId: string;
  receivedAt: number | null;
  askedAt: number;
  door: (typeof doors)[number];
  broughtBy: string;
  verdict: "granted" | "refused" | null;
  word: string;
  person: string;
  decidedAt: number | null;
};

/**
 * An invoice or credit note as it was made out; a row is never changed. `year` and `nth` make its number. `begins`, `ends`: the
 * moments whose lines of the books it has. `day`, `due`: days since 1970. `cents`: the total. `corrects`: the number of the
 * invoice that a credit note takes back. `body`: the document, as JSON. `once` lets a repeated call write it once.
 */
export type KeptInvoice = {
  number: string;
  year: number;
  nth: number;
  buyer: string;
  begins: number;
  ends: number;
  day: number;
  due: number | null;
  cents: number;
  corrects: string | null;
  body: string;
  at: number;
  person: string;
  once: string;
};

/**
 * What became of an invoice, in the order of `at`: it was `sent` by hand, a `letter` was queued and `taken` by the mail
 * server, it was `paid`, or the last payment did not come after all (`unpaid`). `day`: since 1970; `cents`: how much was paid, null
 * for all that was open, and for other marks; `remark`: what a person wrote beside it.
 */
export type InvoiceMark = {
  id: string;
  number: string;
  kind: "sent" | "letter" | "taken" | "paid" | "unpaid";
  day: number;
  cents: number | null;
  at: number;
  person: string;
  remark: string;
};

/** That a lead which nobody bought was offered a second time, by whom, and to which buyers: their names, as JSON. */
export type SecondOffer = { leadId: string; at: number; person: string; buyers: string };

/**
 * That somebody has begun, widened or ended an experiment, or has undone such a change. It says all that holds of it
 * `since` then: whether it `runs` (as the `file` says, `yes` or `no`), its `share` of visitors, 0 to 1 and null as in the
 * file, and the arm that everybody is shown while it does not run. `undoes`: the number of another.
 */
export type ExperimentChange = {
  number: number;
  at: number;
  since: number;
  person: string;
  reason: string;
  experiment: string;
  runs: "file" | "yes" | "no";
  share: string | null;
  winner: string | null;
  undoes: number | null;
};

/**
 * That somebody of the console has changed claimpath.yaml, or has undone such a change: `what` in a few words, the lines
 * that differ (`Hunk`, as JSON), and the digests of the file before and after.
 */
export type FileChange = {
  number: number;
  at: number;
  person: string;
  what: string;
  hunks: string;
  before: string;
  after: string;
  undoes: number | null;
};

/**
 * What the questions of a survey cost. `chart`: a digest of its chart and of the settings that matter; `data`: the newest change
 * of sessions that it counts. `body`: numbers and names of questions, fields and receivers; nothing of a person.
 */
export type KeptCost = { survey: string; chart: string; data: number; at: number; body: string };

/**
 * That somebody has put words of the owner in place of a question's shipped ones, or has undone such a change. A change of
 * several questions has a row of each, with one number. `survey`: a code, '' for all, or `set crash` and `set crash c` for what
 * an experiment's arm says, which a release that knows no sets shows nobody; `before` and `after`: the texts that
 * are other than shipped, by their places, as JSON; null for none.
 */
export type OwnWordsRow = {
  number: number;
  language: string;
  step: string;
  survey: string;
  before: string | null;
  after: string | null;
  at: number;
  person: string;
  reason: string;
  undoes: number | null;
};
