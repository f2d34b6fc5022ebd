import * as z from "zod";
import type { Settings } from "../../settings/env.ts";
import type { CallJson } from "../http.ts";
import type { Destination } from "../ports.ts";
import { webhookHeaders } from "../webhook-signature.ts";

const message = z.object({
  type: z.literal("deletion"),
  receiver: z.string(),
  /** The id under which the receiver got the lead. */
  message_id: z.string(),
});

/**
 * Tells receivers to delete a lead that they got. Where one has no address for that, the message is parked with a
 * word on whom to write to: the duty is the operator's then.
 */
export function deletionNotice(
  callJson: CallJson,
  settings: Settings,
  { timeoutMs = 30_000, now = Date.now } = {},
): Destination {
  const { deletionUrls, webhookSecrets: secrets, ownPostsFirstRetryMs: firstRetryMs } = settings;
  const addresses = addressesOf(settings);
  return {
    name: "deletion",
    takes: Object.keys(addresses).map((receiver) => `deletion.${receiver}`),
    configured: true,
    firstRetryMs,
    async deliver({ id, payload }) {
      const body = message.parse(payload);
      const url = deletionUrls[body.receiver];
      if (!url) throw new Error(byHand(body.receiver, addresses[body.receiver]));
      const headers = (text: string) => webhookHeaders(secrets, id, text, now());
      await callJson({ provider: "deletion", url, body, headers, timeoutMs });
      return { outcome: "accepted", detail: "any answer counts" };
    },
  };
}

/** Who may have got a lead, and where it was sent. */
function addressesOf(settings: Settings): Record<string, string | undefined> {
  const { certificates } = settings;
  return {
    "lead-prosper": settings.leadProsperUrl,
    "contact-ingest": settings.contactIngestUrl,
    ...Object.fromEntries(settings.ownPosts.map(({ name, url }) => [name, url])),
    "trustedform-certificate": certificates.origins[0],
    "jornaya-audit": certificates.jornaya?.url,
    "progress-save": settings.progressUrl,
  };
}

function byHand(receiver: string, address: string | undefined): string {
  const who = address ? `the operator of ${new URL(address).host}` : "its operator";
  return `DELETION_URLS has no address for ${receiver}: write to ${who}, then close this with npm run claimpath -- privacy mark-notified`;
}
