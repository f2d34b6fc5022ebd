import type * as z from "zod";
import * as is from "../setting-types.ts";
import type { OwnPost } from "./destination.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Who takes records, answers and notices in our own format. */
export const ownPostShape = {
  DISTRIBUTION_URL: is.httpUrl.optional(),
  TRANSFORMED_LEAD_URL: is.httpUrl.optional(),
  TICKET_LEAD_URL: is.httpUrl.optional(),
  BAD_WORDS_WEBHOOK_URL: is.httpUrl.optional(),
  PROGRESS_URL: is.httpUrl.optional(),
  OWN_POSTS_FIRST_RETRY_MS: is.wholeNumber(1, dayMs).default(10_000),
  WEBHOOK_SECRETS: is
    .list(is.webhookSecret, "whsec_ and 24 to 64 bytes as base64 each, parted by commas")
    .default([]),
  DELETION_URLS: is.addressesByName.default({}),
};

type Given = z.infer<z.ZodObject<typeof ownPostShape>>;

/** What they are sent by: addresses, secrets, waits in milliseconds. */
export function ownPostSettings(given: Given) {
  const post = (name: OwnPost["name"], url: string | undefined, encoding: OwnPost["encoding"] = "json") => {
    const firstRetryMs = given.OWN_POSTS_FIRST_RETRY_MS;
    return { name, url, encoding, firstRetryMs, secrets: given.WEBHOOK_SECRETS } satisfies OwnPost;
  };
  return {
    ownPosts: [
      post("distribution", given.DISTRIBUTION_URL),
      post("transformed-lead", given.TRANSFORMED_LEAD_URL),
      post("ticket-lead", given.TICKET_LEAD_URL),
      post("bad-words", given.BAD_WORDS_WEBHOOK_URL, "form"),
    ],
    progressUrl: given.PROGRESS_URL,
    ownPostsFirstRetryMs: given.OWN_POSTS_FIRST_RETRY_MS,
    webhookSecrets: given.WEBHOOK_SECRETS,
    /** Where receivers are told to delete a lead, by the name of their destination. */
    deletionUrls: given.DELETION_URLS,
  };
}
