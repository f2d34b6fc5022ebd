import type { Answers } from "../../machines/answers.ts";
import type { Outcome } from "../../machines/calls.ts";
import { type AnswerErrors, parseAnswer } from "../../machines/fields.ts";
import { type Arrival, isNewSource, withClick } from "../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import { today } from "../../machines/rules/dates.ts";
import { comparableEmail, isBadEmail, isBlockedEmail, maskedEmail } from "../../machines/rules/email.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { type Fact, isNews } from "../../machines/visit/facts.ts";
import type { ChartSettings } from "../../machines/visit/input.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { BadEmail } from "../store/types.ts";
import { sentAs } from "./heard.ts";
import type { Caller, Perform } from "./perform.ts";
import { type Refusal, refusalEntries } from "./refusals.ts";
import { type Stand, standing } from "./stand.ts";
import type { VisitToken } from "./token.ts";

/** What a form or the browser's queue sends for one step. */
export type Posted = {
  step: string;
  fields: Record<string, string | undefined>;
  /** When the browser says that it was given. */
  at?: number;
  /** Which screen's form brought it (`seen` of its token). */
  screen?: number;
};

/** One thing a visitor does, with what came along. */
export type Post = {
  action: { back: string } | { answer: Posted } | { submit: true } | { tell: true };
  /** What the page's scripts learned, as it stands now; what the log knows already is not written again. */
  told?: readonly Fact[];
  /** What the page refused by itself since the last post; the token has what was refused before the visit was stored. */
  refused?: readonly Refusal[];
};

/** Who posts, from which page. */
export type Poster = {
  entry: SurveyEntry;
  token: VisitToken;
  /** As the address now says; a new traffic source replaces the visit's. */
  arrival: Arrival;
  caller: Caller & { timeZone: string };
};

/** An answer that is refused by the form's own rules, or by a check of the chart's. */
export type Invalid = {
  kind: "invalid";
  by: "form" | "check";
  stand: Stand;
  step: string;
  errors: AnswerErrors;
  values: Answers;
  /** For the token to keep (`withRefusal`), while there is no visit that could. */
  untold?: Refusal;
};

/** Not taken: of the action nothing is recorded, but that the form's rules refused it. */
export type NotTaken =
  | (Invalid & { by: "form" })
  /** The step does not lie on this visit's way. */
  | { kind: "stale"; stand: Stand }
  | { kind: "tooMany"; stand: Stand };

/** A visit while its posts are taken: its log, stored or to be, how it stood last, and which addresses were bad since. */
export type InHand = { log: readonly LogEntry[]; stand?: Stand; badEmails?: readonly BadEmail[] };

/**
 * `added` belongs in the log in either case. `arrives`: the visit begins, or its traffic source changed. `badEmails`: to
 * be counted with what is added.
 */
export type Taken =
  | { added: LogEntry[]; refusal: NotTaken }
  | { added: LogEntry[]; refusal?: undefined; stand: Stand; arrives: boolean; badEmails: BadEmail[] };

export type TakeAnswer = (poster: Poster, inHand: InHand, post: Post) => Promise<Taken>;

/** A visit's log may not grow without end; nobody answers this often by hand. */
const longestLog = 500;

/** Says what one post adds to a visit's log, asking the services its chart then waits for. The store is not changed. */
export function takeAnswerWith(deps: {
  perform: Perform;
  newClickId: () => string | undefined;
  now: () => number;
  /** For visitors whose browser names no time zone, or none that exists. */
  siteTimeZone: string;
  settings?: ChartSettings;
}): TakeAnswer {
  const { perform, newClickId, now, siteTimeZone, settings } = deps;

  return async (
    { entry, token, arrival, caller },
    { log, stand: known, badEmails: uncounted = [] },
    post,
  ) => {
    const { action } = post;
    const begun = log.length > 0;
    const added: LogEntry[] = [];
    const add = (item: LogEntry) => added.push(item);
    let latest = known;
    const stand = () => {
      latest = standing(entry, [...log, ...added], settings, latest);
      return latest;
    };
    if (log.length >= longestLog) return { added: [], refusal: { kind: "tooMany", stand: stand() } };

    if (!begun) add({ kind: "entry", at: token.at, body: token.arrival });
    const before = stand();
    const read = added.length;
    if (begun && isNewSource(arrival, before.visit.arrival)) {
      const { region, device } = before.visit.arrival;
      // A post's own Referer is our page; how that page was come by is sealed in the token.
      const here = { ...arrival, referer: token.arrival.referer, region, device };
      add({ kind: "entry", at: now(), body: withClick(here, newClickId) });
    }

    for (const fact of post.told ?? []) {
      if (isNews(before.visit.learned, fact)) add({ kind: "fact", at: now(), body: fact });
    }

    const inTime = (at: number | undefined) => within(at, log.at(-1)?.at ?? token.at, now());
    const tell = (...more: Refusal[]) => {
      const told = [...(token.refused ?? []), ...(post.refused ?? []), ...more];
      const entries = refusalEntries(log, before, entry.variant.code, told);
      return entries.map((item) => ({ ...item, at: inTime(item.at) }));
    };
    for (const item of tell()) add(item);

    // A visit begins with its first answer.
    if ("tell" in action && !begun) return { added: [], stand: before, arrives: false, badEmails: [] };
    if ("back" in action) {
      if (!begun || !before.path.includes(action.back)) return stale(before);
      add({ kind: "back", at: now(), body: { from: action.back } });
    } else if ("answer" in action) {
      const { step: name, fields } = action.answer;
      const step = before.path.includes(name) ? stepNamed(name, entry.variant.code) : undefined;
      if (!step) return stale(before);
      const day = today(now(), caller.timeZone, siteTimeZone);
      const parsed = parseAnswer(step, fields, day);
      if (!parsed.ok) {
        const { errors, values } = parsed;
        const refusal = { step: name, fields: Object.keys(errors), at: now() };
        const untold = begun ? undefined : refusal;
        return {
          added: begun ? tell(refusal) : [],
          refusal: { kind: "invalid", by: "form", stand: before, step: name, errors, values, untold },
        };
      }
      const at = inTime(action.answer.at);
      const isNewest = name === before.replay.state;
      const place = isNewest ? { after: before.path.indexOf(name) } : {};
      const sent = sentAs(action.answer);
      const body = { step: name, answers: parsed.answers, today: day, ...place, ...(sent && { sent }) };
      add({ kind: "answer", at, body });
    }

    const badEmails: BadEmail[] = [];
    const about = () => ({
      ...caller,
      badEmails: [...uncounted, ...badEmails].map(({ email }) => email),
    });
    let after = added.length === read ? before : stand();
    for (let { call } = after.replay; call && call.id !== "postLead"; call = after.replay.call) {
      const of = after.replay.taken.at(-1)?.step;
      const outcome = await perform(call, { ...about(), learned: after.visit.learned });
      add({ kind: "outcome", at: now(), body: { ...outcome, of } });
      const bad = badEmailOf(outcome, after);
      if (bad) {
        badEmails.push(bad);
        const alert = { email: maskedEmail(bad.email) };
        // Stored with the block itself: whoever stores it sends it, once.
        if (isBlockedEmail(bad.timesBadBefore + 1))
          add({ kind: "fact", at: now(), body: { fact: "chatAlert", value: alert } });
      }
      after = stand();
    }
    return { added, stand: after, arrives: added.some(({ kind }) => kind === "entry"), badEmails };
  };
}

/** The address that a check was about, where the service found it bad. */
function badEmailOf(outcome: Outcome, { replay }: Stand): BadEmail | undefined {
  if (outcome.call !== "checkEmail" || "error" in outcome || "blocked" in outcome.output) return undefined;
  const { output } = outcome;
  const email = comparableEmail(replay.snapshot.context.answers.email ?? "");
  return isBadEmail(output) ? { email, timesBadBefore: output.timesBadBefore } : undefined;
}

function stale(stand: Stand): Taken {
  return { added: [], refusal: { kind: "stale", stand } };
}

/** The browser's clock is believed only between the last entry and now. */
function within(at: number | undefined, earliest: number, latest: number): number {
  return at === undefined ? latest : Math.min(Math.max(at, earliest), latest);
}
