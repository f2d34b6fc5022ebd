import type { Fault } from "../../../test/stubs/faults.ts";
import type { startStubs } from "../../../test/stubs/run.ts";
import type { Stub } from "../../../test/stubs/stub-server.ts";
import type { Answer } from "../../../test/support/visitors.ts";

export type Stubs = Awaited<ReturnType<typeof startStubs>>;

/** One outside call: who fails, who needs it, and what then has to hold (spec 7 and 8). */
export type OutsideCall = {
  name: string;
  stub: (stubs: Stubs) => Stub;
  /** Which of the stub's addresses fail; all of them unless said. */
  at?: RegExp;
  /** Short code of a survey that makes the call, or `contact` for the contact form. */
  survey: string;
  query?: string;
  /** Where the survey is, if not at its own path. */
  path?: string;
  /** Values of fields that differ from plain answers. */
  given?: Answer;
  /** Answers that are given first to a step, and refused. */
  firstTry?: { step: string; answers: Answer }[];
  /**
   * Who walks: a visitor with plain forms unless said; one who also has the number verified as the modal does; or
   * Chromium on the last question, for what pages load themselves.
   */
  by?: "codes" | "browser";
  /** Most that one press may keep the visitor waiting, in milliseconds; 0 where the call is made behind their back. */
  deadlineMs: number;
  /** The specified fallback, in words. */
  fallback: string;
  /** @returns what the record has to say then, by field */
  record?: (fault: Fault) => Record<string, unknown>;
  /** A destination whose message has to be kept and to arrive once the receiver is back. */
  delivers?: string;
  /** Where the visitor has to end, by its address; the thank-you page unless said. */
  ends?: RegExp;
  /** The number on the page at the end of a walk in Chromium, as its link dials it. */
  shows?: string;
};

/** What a visitor met whose walk needed a service that failed, and what was kept of it. */
export type Walked = {
  /** Address of the page the walk ended on. */
  address: string;
  /** Longest wait for one press of a button, in milliseconds. */
  slowestMs: number;
  /** Telephone link of the page with the last question, where Chromium walked. */
  dials?: string;
};
