import type { CallJson } from "../http.ts";
import { type Destination, ProviderFailure } from "../ports.ts";
import { webhookHeaders } from "./webhook-signature.ts";

/** One of the posts that follow our own contract: a flat record, JSON or form-encoded, whose answer is not read. */
export type OwnPost = {
  name: "distribution" | "transformed-lead" | "ticket-lead" | "bad-words";
  url: string | undefined;
  encoding: "json" | "form";
  /** In milliseconds. */
  firstRetryMs: number;
  /** Each `whsec_<base64>`; every one signs. None: the posts are not signed. */
  secrets: readonly string[];
  timeoutMs?: number;
  /** Epoch milliseconds. */
  now?: () => number;
};

/** Sends records to one address (specification 7). Any 2xx is arrival; `webhook-id` tells a second attempt from a first. */
export function ownPost(
  callJson: CallJson,
  { name, url, encoding, firstRetryMs, secrets, timeoutMs = 30_000, now = Date.now }: OwnPost,
): Destination {
  return {
    name,
    configured: url !== undefined,
    firstRetryMs,
    async deliver({ id, payload }) {
      if (!url) throw new ProviderFailure("refused", `${name} is not configured`);
      const content = encoding === "form" ? { form: flat(payload) } : { body: payload };
      const headers = (body: string) => webhookHeaders(secrets, id, body, now());
      await callJson({ provider: name, url, ...content, headers, timeoutMs });
      return { outcome: "accepted", detail: "any answer counts" };
    },
  };
}

/** A form has text only; what is no text goes as JSON. */
function flat(payload: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
