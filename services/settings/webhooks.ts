import type * as z from "zod";
import { TRANSFORMED_AFFID } from "../../machines/rules/limits.ts";
import * as is from "./kinds.ts";

/** One of the posts that follow our own contract: a flat record, JSON or form-encoded, whose answer is not read. */
export type OwnPost = {
  name: "distribution" | "transformed-lead" | "ticket-lead" | "bad-words";
  url: string | undefined;
  encoding: "json" | "form";
  /** Undefined where the receiver buys no leads: it gets what the buyer got. */
  isTest?: boolean;
  /** In milliseconds. */
  firstRetryMs: number;
  /** Each `whsec_<base64>`; every one signs. None: the posts are not signed. */
  secrets: readonly string[];
  timeoutMs?: number;
  /** Epoch milliseconds. */
  now?: () => number;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Who takes records, answers and notices in our own format, and who reports back. */
export const ownPostShape = {
  DISTRIBUTION_URL: is.httpUrl.optional(),
  DISTRIBUTION_TEST: is.onOff.default(true),
  TRANSFORMED_LEAD_URL: is.httpUrl.optional(),
  TRANSFORMED_LEAD_TEST: is.onOff.default(true),
  TRANSFORMED_LEAD_AFFID: is.affid.default(TRANSFORMED_AFFID),
  TICKET_LEAD_URL: is.httpUrl.optional(),
  TICKET_LEAD_TEST: is.onOff.default(true),
  BAD_WORDS_WEBHOOK_URL: is.httpUrl.optional(),
  PROGRESS_URL: is.httpUrl.optional(),
  OWN_POSTS_FIRST_RETRY_MS: is.wholeNumber(1, dayMs).default(10_000),
  WEBHOOK_SECRETS: is
    .list(is.webhookSecret, "comma-separated secrets, each whsec_ followed by 24 to 64 bytes in base64")
    .default([]),
  DELETION_URLS: is.addressesByName.default({}),
  OUTCOMES_SECRETS: is.namedSecrets.default([]),
  POSTBACK_SECRETS: is.namedSecrets.default([]),
};

type Given = z.infer<z.ZodObject<typeof ownPostShape>>;

/** What they are sent by: addresses, secrets, waits in milliseconds. */
export function ownPostSettings(given: Given) {
  const common = { firstRetryMs: given.OWN_POSTS_FIRST_RETRY_MS, secrets: given.WEBHOOK_SECRETS };
  const leads = (name: OwnPost["name"], url: string | undefined, isTest: boolean): OwnPost => {
    return { name, url, encoding: "json", isTest, ...common };
  };
  return {
    ownPosts: [
      leads("distribution", given.DISTRIBUTION_URL, given.DISTRIBUTION_TEST),
      leads("transformed-lead", given.TRANSFORMED_LEAD_URL, given.TRANSFORMED_LEAD_TEST),
      leads("ticket-lead", given.TICKET_LEAD_URL, given.TICKET_LEAD_TEST),
      { name: "bad-words", url: given.BAD_WORDS_WEBHOOK_URL, encoding: "form", ...common } satisfies OwnPost,
    ],
    /** '' where the fallback of the specification is wanted. */
    transformedAffid: given.TRANSFORMED_LEAD_AFFID,
    progressUrl: given.PROGRESS_URL,
    ownPostsFirstRetryMs: given.OWN_POSTS_FIRST_RETRY_MS,
    webhookSecrets: given.WEBHOOK_SECRETS,
    /** Where receivers are asked to delete a lead, by the name of their destination. */
    deletionUrls: given.DELETION_URLS,
    /** With which buyers sign what they report of their leads; none: nobody can. */
    outcomesSecrets: given.OUTCOMES_SECRETS,
    /** With which what affiliates are told is signed, by their ids. */
    postbackSecrets: given.POSTBACK_SECRETS,
  };
}
