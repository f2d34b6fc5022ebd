import { withoutPerson } from "../../machines/lead/thank-you.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import { networkOf } from "../guard/network-of.ts";
import type { BegunVisit, Lead } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { tracedDecision } from "./apply-post.ts";
import type { AskFacts } from "./ask-facts.ts";
import type { Caller } from "./perform.ts";
import type { Submitter } from "./posts.ts";
import type { MakeSubmission } from "./submission.ts";

/**
 * The lead is stored, by this post or an earlier one (`again`). `ending`: the survey's own last screen, to be shown
 * before the thank-you page or in its place.
 */
export type PostedLead = {
  kind: "posted";
  location: string;
  ending: string | null;
  again: boolean;
  /** The visit at its end. */
  ended: VisitState;
};

/** How long a form without a cookie, pressed again, leads back to the personal parts of its lead, in milliseconds. */
const pressedAgainMs = 10 * 60_000;

/**
 * Where a finished visit's form leads: to its lead's thank-you address, which names the person, for the browser with
 * the session's cookie. A form alone may be in the cache of a borrowed computer: without the cookie that address is for
 * the lead's own network only, and for ten minutes; everybody else is thanked without it.
 */
export function knownTo(
  { hasCookie, ip }: Pick<Caller, "hasCookie" | "ip">,
  { location, record, createdAt }: Pick<Lead, "location" | "record" | "createdAt">,
  now: number,
): string {
  const from = record.ip_address;
  const isSame = typeof from === "string" && from !== "" && networkOf(from) === networkOf(ip);
  const isSecondPress = isSame && now - createdAt < pressedAgainMs;
  return hasCookie || isSecondPress ? location : withoutPerson(location);
}

/**
 * Stores the lead of a visit whose chart waits for its post, with all that its log has not stored yet.
 * @param length of the log as it was read
 * @returns `conflict` when another post to the visit came first
 * @throws StoreUnavailable when the store cannot take it now
 */
export type StoreLead = (
  poster: Submitter,
  visit: BegunVisit,
  length: number,
  reached: VisitState,
) => Promise<PostedLead | "conflict">;

export function storeLeadWith(deps: {
  store: Pick<Store, "submit">;
  askFacts: AskFacts;
  makeSubmission: MakeSubmission;
  /** Called for every lead that was stored, with whom it goes to, so that they need not wait for the next look. */
  onStored: (destinations: readonly string[]) => void;
  now: () => number;
}): StoreLead {
  const { store, askFacts, makeSubmission, onStored, now } = deps;
  return async ({ entry, caller, shown, keepPage }, visit, length, reached) => {
    const facts = await askFacts(entry, reached, "post", caller);
    const before = facts.reduce(
      (state, fact) => tracedDecision(state, { kind: "fact", at: now(), fact }).state,
      reached,
    );
    const screen = shown && (await keepPage?.(entry, before, shown));
    const submission = makeSubmission({ entry, state: before, caller, shown, screen });
    const { location } = submission.lead;
    const outcome = { call: "postLead", output: { location } } as const;
    const { state } = tracedDecision(before, { kind: "outcome", at: now(), outcome });
    const done = await store.submit(visit, length, state.log.slice(length), submission);
    if (done.status === "conflict") return "conflict";
    const isAgain = done.status === "duplicate";
    onStored(submission.outbox.map(({ destination }) => destination));
    return {
      kind: "posted",
      location: isAgain ? knownTo(caller, done.lead, now()) : done.lead.location,
      ending: state.ending,
      again: isAgain,
      ended: state,
    };
  };
}
