import type { Outcome } from "../../machines/context/calls.ts";
import { withClick } from "../../machines/context/tracking.ts";
import { parseAnswer } from "../../machines/fields/parse-answer.ts";
import type { today } from "../../machines/rules/dates.ts";
import { comparableEmail, isBadEmail, isBlockedEmail, maskedEmail } from "../../machines/rules/email.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import type { Command, Decision, Rejection } from "../../machines/visit/commands.ts";
import { decide } from "../../machines/visit/decide.ts";
import { type LogEntry, type SentAs, sameAnswers } from "../../machines/visit/log.ts";
import { newArrival } from "../../machines/visit/open-visit.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import { span } from "../observe/spans.ts";
import type { BadEmail } from "../store/visits/bad-emails.ts";
import { isOverdone } from "./paid-calls.ts";
import type { Perform } from "./perform.ts";
import type { Rejected, SubmittedAnswer, Submitter, VisitCommand } from "./posts.ts";
import { visitorsToday } from "./visitors-today.ts";

/** Identifies a repeated answer; undefined where nothing distinguishes two deliveries. */
function sentAs({ at, screen }: SubmittedAnswer): SentAs | undefined {
  if (at !== undefined) return { at };
  return screen === undefined ? undefined : { screen };
}

/**
 * How many of these posts a log has already: a browser resends its queue when the answer to it was lost, and a form is
 * sent twice when it is pressed twice. Everything in the queue before a known answer is known too.
 * @param machine the visit's chart
 */
export function countRecorded(
  log: readonly LogEntry[],
  machine: SurveyMachine,
  posts: readonly VisitCommand[],
): number {
  return (
    posts.findLastIndex(({ action }) => "answer" in action && isRecorded(log, machine, action.answer)) + 1
  );
}

function isRecorded(log: readonly LogEntry[], machine: SurveyMachine, posted: SubmittedAnswer): boolean {
  const sent = JSON.stringify(sentAs(posted));
  const step = stepNamed(posted.step, machine);
  if (!sent || !step) return false;
  const moves = log.filter(({ kind }) => kind === "answer" || kind === "back");
  // A form that is pressed again after other answers is an old page, and leads on from there.
  const among = posted.at === undefined ? moves.slice(-1) : moves;
  return among.some((entry) => {
    if (entry.kind !== "answer" || JSON.stringify(entry.body.sent) !== sent) return false;
    const { answers, today } = entry.body;
    if (!today || posted.step !== entry.body.step) return false;
    const parsed = parseAnswer(step, posted.fields, today);
    return parsed.ok && sameAnswers(parsed.answers, answers);
  });
}

/** A visit while posts are applied to it. `badEmails`: addresses found bad, to be counted when its log is stored. */
export type Applied = {
  state: VisitState;
  isBegun: boolean;
  badEmails: readonly BadEmail[];
  /** Length of its log when the request came. */
  known: number;
};

/**
 * Applies one post to a visit, asking the services its chart then waits for. The store is not changed.
 * @returns the visit after it, or why it was rejected, with the entries that say so in the log
 */
export type ApplyPost = (
  poster: Submitter,
  before: Applied,
  post: VisitCommand,
) => Promise<Applied | { rejected: Rejected; refusals: LogEntry[] }>;

/** A visit's log may not grow without end; nobody answers this often by hand. */
const longestLog = 500;
/** Nor this much, in UTF-16 units of JSON: the longest that a person types is a tenth of it. */
const largestLog = 256 * 1024;

/** @param siteTimeZone for visitors whose browser names no time zone, or none that exists */
export function applyPostWith(deps: {
  perform: Perform;
  newClickId: () => string | undefined;
  now: () => number;
  siteTimeZone: string;
}): ApplyPost {
  const { perform, newClickId, now, siteTimeZone } = deps;

  return async ({ token, arrival, caller }, before, post) => {
    const { isBegun } = before;
    let { state, badEmails } = before;
    const reject = (rejected: Rejected, refusals: LogEntry[] = []) => ({ rejected, refusals });
    if (isBegun && isFull(state.log)) return reject({ kind: "tooMany", state });
    // A visit begins with its first answer.
    if (!isBegun && "tell" in post.action) return before;
    if (!isBegun && "back" in post.action) return reject({ kind: "stale", state });

    const put = (command: Command): Decision => {
      const decision = tracedDecision(state, command);
      ({ state } = decision);
      return decision;
    };
    for (const fact of post.facts ?? []) put({ kind: "fact", at: now(), fact });
    const refusals = [...(token.refused ?? []), ...(post.refused ?? [])];
    put({ kind: "refused", at: now(), refusals });
    // A post's own Referer is our page; how that page was come by is sealed in the token.
    const here = { ...arrival, referer: token.arrival.referer };
    const another = isBegun ? newArrival(state.visit, here) : undefined;
    const { rejected } = put({
      ...actionOf(post, state, visitorsToday(now(), caller.timeZone, siteTimeZone)),
      at: now(),
      ...(another && { arrival: withClick(another, newClickId) }),
    });
    if (rejected) {
      const added = state.log.slice(before.state.log.length).filter(({ kind }) => kind === "refused");
      return reject(rejectionOf(rejected, before), isBegun ? added : []);
    }

    for (let { call } = state.replay; call && call.id !== "postLead"; { call } = state.replay) {
      const uncounted = badEmails.map(({ email }) => email);
      const { facts } = state.visit;
      const overdone = isOverdone(state.log, before.known, call.id);
      const askedZips = zipsFoundNowhere(state.log);
      const outcome = await perform(call, { ...caller, badEmails: uncounted, askedZips, facts, overdone });
      const bad = badEmailOf(outcome, state);
      put({ kind: "outcome", at: now(), outcome });
      if (!bad) continue;
      badEmails = [...badEmails, bad];
      const alert = { email: maskedEmail(bad.email) };
      // Stored with the block itself: the process that stores it sends it, once.
      if (isBlockedEmail(bad.timesBadBefore + 1))
        put({ kind: "fact", at: now(), fact: { fact: "chatAlert", value: alert } });
    }
    return { ...before, state, isBegun: true, badEmails };
  };
}

function isFull(log: readonly LogEntry[]): boolean {
  return log.length >= longestLog || log.reduce((sum, entry) => sum + sizeOf(entry), 0) >= largestLog;
}

const sizes = new WeakMap<LogEntry, number>();

/** In UTF-16 units of JSON, found once. */
function sizeOf(entry: LogEntry): number {
  const size = sizes.get(entry) ?? JSON.stringify(entry).length;
  sizes.set(entry, size);
  return size;
}

/** The ZIP codes that this visit has looked up and that no place has: it was asked once about each (ruling 236). */
function zipsFoundNowhere(log: readonly LogEntry[]): string[] {
  let zip = "";
  return log.flatMap(({ kind, body }) => {
    if (kind === "answer") zip = body.answers.zip_code ?? zip;
    const isNowhere =
      kind === "outcome" && body.call === "lookUpZip" && "output" in body && body.output.state === "";
    return isNowhere ? [zip] : [];
  });
}

/** `decide`, its time in the trace of the request. */
export function tracedDecision(state: VisitState, command: Command): Decision {
  const { machine } = state.survey;
  const about = { "claimpath.variant": machine.id, "claimpath.entries": state.log.length + 1 };
  return span("replay", about, () => decide(state, command));
}

function actionOf(
  { action }: VisitCommand,
  { survey }: Pick<VisitState, "survey">,
  day: ReturnType<typeof today>,
) {
  if ("back" in action) return { kind: "back" as const, from: action.back };
  if (!("answer" in action)) return { kind: "arrive" as const };
  const { step, until } = action.answer;
  const fields = pressedIn(stepNamed(step, survey.machine), action.answer.fields);
  return { kind: "answer" as const, step, fields, today: day, sent: sentAs(action.answer), until };
}

/**
 * Maps a post from an earlier release's page, which had a list under the record's name, to the press that replaced it.
 */
function pressedIn(
  step: ReturnType<typeof stepNamed>,
  fields: SubmittedAnswer["fields"],
): SubmittedAnswer["fields"] {
  if (step?.kind !== "choice" || fields.option) return fields;
  const listed = step.options?.find(({ records }) => {
    const recorded = Object.entries(records);
    return recorded.length > 0 && recorded.every(([name, value]) => fields[name] === value);
  });
  return listed ? { ...fields, option: listed.value } : fields;
}

/** As shown to the visitor: with the visit as it was before the post, of which nothing else is kept. */
function rejectionOf(rejection: Rejection, { state }: Applied): Rejected {
  return rejection.kind === "stale" ? { kind: "stale", state } : { ...rejection, by: "form", state };
}

/** The address that a check was about, where the service found it bad. */
function badEmailOf(outcome: Outcome, { replay }: VisitState): BadEmail | undefined {
  if (outcome.call !== "checkEmail" || "error" in outcome || "blocked" in outcome.output) return undefined;
  const { output } = outcome;
  const email = comparableEmail(replay.snapshot.context.answers.email ?? "");
  return isBadEmail(output) ? { email, timesBadBefore: output.timesBadBefore } : undefined;
}
