import type { CallJson } from "../http.ts";
import { lpAction } from "../outbox/new-message.ts";
import { type Destination, ProviderFailure } from "../ports.ts";
import { webhookHeaders } from "./webhook-signature.ts";

/** One of the posts that follow our own contract: a flat record, JSON or form-encoded, whose answer is not read. */
export type OwnPost = {
  name: "distribution" | "transformed-lead" | "ticket-lead" | "bad-words";
  url: string | undefined;
  encoding: "json" | "form";
  /** Undefined where the receiver buys no leads: it is told what the buyer was. */
  isTest?: boolean;
  /** In milliseconds. */
  firstRetryMs: number;
  /** Each `whsec_<base64>`; every one signs. None: the posts are not signed. */
  secrets: readonly string[];
  timeoutMs?: number;
  /** Epoch milliseconds. */
  now?: () => number;
};

/** Sends records to one address (spec 7). Any 2xx is arrival; `webhook-id` tells a second attempt from a first. */
export function ownPost(
  callJson: CallJson,
  { name, url, encoding, isTest, firstRetryMs, secrets, timeoutMs = 30_000, now = Date.now }: OwnPost,
): Destination {
  return {
    name,
    configured: url !== undefined,
    isTest,
    firstRetryMs,
    async deliver({ id, payload }) {
      if (!url) throw new ProviderFailure("refused", `${name} is not configured`);
      const body = isTest === undefined ? payload : { lp_action: lpAction(isTest), ...payload };
      const content = encoding === "form" ? { form: flat(body) } : { body };
      const headers = (text: string) => webhookHeaders(secrets, id, text, now());
      await callJson({ provider: name, url, ...content, headers, timeoutMs });
      return { outcome: "accepted", detail: "any answer counts" };
    },
  };
}

/** A form has text only; a list is written with commas. */
function flat(payload: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
}
