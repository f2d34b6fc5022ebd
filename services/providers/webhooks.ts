import { ProviderFailure } from "../observe/provider-failure.ts";
import type { Settings } from "../settings/env.ts";
import type { OwnPost } from "../settings/receivers.ts";
import type { CallJson } from "./http.ts";
import { type Noticed, noticePort, postedNotice, thenClose } from "./lead-notices.ts";
import type { Destination } from "./ports.ts";
import type { DestinationProvider } from "./provider.ts";
import { lpAction } from "./routed-lead.ts";
import { webhookHeaders } from "./webhook-signature.ts";

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

/**
 * Receivers of the specification, whom notices about a lead reach at their address of `DELETION_URLS`. Of one that has none
 * the notice says whom to write to.
 */
function noticed(callJson: CallJson, settings: Settings): Map<string, Noticed> {
  const { deletionUrls, webhookSecrets: secrets } = settings;
  return new Map(
    Object.entries(addressesOf(settings)).map(([name, address]) => {
      const url = deletionUrls[name];
      const tell = url ? postedNotice(callJson, { provider: "notices", url, secrets }) : undefined;
      return [name, { tell, byHand: () => byHand(name, address) }];
    }),
  );
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
  return `DELETION_URLS has no address for ${receiver}: write to ${who}, ${thenClose}`;
}

/** Receivers of a record in our own format. */
export const ownPosts: DestinationProvider = {
  addresses: ({ ownPosts, deletionUrls }) => [
    ...ownPosts.map(({ url }) => url),
    ...Object.values(deletionUrls),
  ],
  destinations(settings, callJson) {
    const signed = settings.webhookSecrets.length > 0 ? "signed" : "unsigned";
    const notified = Object.keys(settings.deletionUrls).join(", ");
    return [
      ...settings.ownPosts.map((post) => {
        // Who buys nothing gets the words that the visitor used, and nobody is called because of it.
        const repeats = post.isTest === undefined ? undefined : settings.repeats;
        return { port: { ...ownPost(callJson, post), repeats }, how: `our own contract; ${signed}` };
      }),
      {
        port: noticePort(
          { name: "notices", firstRetryMs: settings.ownPostsFirstRetryMs },
          noticed(callJson, settings),
        ),
        ...(notified
          ? { how: `notifies ${notified}; notices for all others are parked for you to pass on` }
          : {
              mode: "off" as const,
              how: "DELETION_URLS is not set: each notice is parked for you to pass on",
            }),
      },
    ];
  },
};
