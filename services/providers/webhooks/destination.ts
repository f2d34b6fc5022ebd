import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { OwnPost } from "../../settings/receivers.ts";
import type { CallJson } from "../http.ts";
import { lpAction } from "../new-message.ts";
import type { Destination } from "../ports.ts";
import { webhookHeaders } from "../webhook-signature.ts";

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
