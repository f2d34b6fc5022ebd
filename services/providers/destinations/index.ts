import * as z from "zod";
import { bidsName, type Declared } from "../../settings/destinations/shape.ts";
import { receiverInForce } from "../../settings/destinations/terms.ts";
import type { Settings } from "../../settings/env.ts";
import type { CallJson } from "../http.ts";
import type { Destination, Route } from "../ports.ts";
import type { DestinationProvider } from "../provider.ts";
import { agreedBid, type ChangedTerms, howOf, isNoSale, repeatsOf, routeOf, termsOf } from "../route.ts";
import { webhookHeaders } from "../webhook-signature.ts";
import { takesAlarms } from "./alarm-sinks.ts";
import { email } from "./email.ts";
import { dayFile } from "./file.ts";
import { posted } from "./posted.ts";
import { slack } from "./slack.ts";
import { webhook } from "./webhook.ts";

const message = z.object({ receiver: z.string(), message_id: z.string() });

/**
 * Deletes one lead at its receiver.
 * @param id of the notice itself, the same in every attempt
 * @returns what was done there, where that is something else
 */
type Forget = (about: { id: string; messageId: string; leadId: string }) => Promise<string | undefined>;

/**
 * Passes deletion notices on to declared receivers that can take them: a webhook is sent an event, a line of a file is
 * blanked. For the others the notice is parked with a word on what to do: the duty is the operator's then.
 * @param receivers by name; undefined for those that have to be told by hand
 */
function declaredDeletion(receivers: ReadonlyMap<string, Forget | undefined>): Destination {
  return {
    name: "declared-deletion",
    takes: [...receivers.keys()].map((name) => `deletion.${name}`),
    configured: receivers.size > 0,
    firstRetryMs: 10_000,
    async deliver({ id, payload }) {
      const { receiver, message_id: messageId } = message.parse(payload);
      const forget = receivers.get(receiver);
      if (!forget) {
        throw new Error(
          `delete message ${messageId} at ${receiver} yourself, then close this with npm run claimpath -- privacy mark-notified`,
        );
      }
      const done = await forget({ id, messageId, leadId: messageId.split(".")[0]! });
      return { outcome: "accepted", detail: done ?? "deleted there" };
    },
  };
}

/** Receivers that the operator's file declares, except buyers that use LeadProsper's format (lead-buyer). */
export const declaredDestinations: DestinationProvider = {
  addresses: ({ destinations }) => destinations.flatMap(addressesOf),
  destinations(settings, callJson, changed) {
    const made = settings.destinations
      .filter((declared) => !takesAlarms(declared))
      .map((declared) => ({ declared, ...portOf(declared, settings, callJson, changed) }));
    const forgets = new Map(made.map(({ declared, forget }) => [declared.name, forget]));
    const ports = made.flatMap(({ declared, deliver, bid }) => {
      if (!deliver) return [];
      return [
        {
          port: {
            ...asDestination(declared, settings, deliver, changed),
            bid: bid ?? agreedBid(declared, changed),
          },
          how: howOf(declared),
          reachedAt: reachedAt(declared),
        },
      ];
    });
    if (made.length === 0) return [];
    const how = "webhooks are notified, lines of files blanked; the others are parked for you to pass on";
    // Each of them is looked for as itself.
    return [...ports, ...bidding(settings), { port: declaredDeletion(forgets), how, reachedAt: [] }];
  },
};

/** Goes before all buyers of an order in which the highest bid goes first (services/delivery/outbox/bidding.ts). */
function bidding({
  bidsWithinMs,
  destinations,
}: Settings): { port: Destination; how: string; reachedAt: [] }[] {
  if (bidsWithinMs === undefined) return [];
  const route: Route = {
    order: -1,
    wants: () => false,
    unwanted: () => "it is no buyer",
    closedForMs: () => 0,
    day: () => "",
    capsInFile: {},
    caps: () => ({}),
    getsOptedOut: destinations.some((each) => each.order !== undefined && isNoSale(each)),
  };
  const port: Destination = {
    name: bidsName,
    configured: true,
    firstRetryMs: 10_000,
    route,
    bidsWithinMs,
    deliver: () => Promise.reject(new Error("It takes no leads.")),
  };
  const how = `asks the buyers of the order for bids, all at once, for ${bidsWithinMs / 1_000} s`;
  return [{ port, how, reachedAt: [] }];
}

function asDestination(
  declared: Declared,
  settings: Settings,
  deliver: Destination["deliver"],
  changed: ChangedTerms,
): Destination {
  return {
    name: declared.name,
    configured: true,
    isTest: declared.mode === "test",
    firstRetryMs: 10_000,
    route: routeOf(declared, settings, changed),
    terms: termsOf(declared, settings, changed),
    repeats: repeatsOf(declared),
    deliver,
  };
}

type Port = Partial<Pick<Destination, "deliver" | "bid">> & { forget?: Forget };

function portOf(declared: Declared, settings: Settings, callJson: CallJson, changed: ChangedTerms): Port {
  switch (declared.kind) {
    case "webhook": {
      const { deliver, forget } = webhook(callJson, declared);
      return { deliver, forget: ({ id, leadId }) => forget(id, leadId).then(() => undefined) };
    }
    case "form":
    case "json": {
      const { "deletion-url": url } = declared;
      return {
        ...posted(callJson, declared, () => receiverInForce(declared, changed())),
        forget: url ? notice(callJson, declared.name, url, settings.webhookSecrets) : undefined,
      };
    }
    case "email":
      return { deliver: email(declared) };
    case "file": {
      const { deliver, forget } = dayFile(declared, routeOf(declared, settings, changed).day);
      return { deliver, forget: ({ messageId }) => forget(messageId).then(() => undefined) };
    }
    case "slack":
      return {
        deliver: slack(callJson, declared),
        forget: async () => "kept there: a masked line, with no personal data",
      };
    case "leadprosper":
      // services/providers/lead-buyer delivers to it.
      return {};
    default:
      return declared satisfies never;
  }
}

/** The same notice as `DELETION_URLS` sends. */
function notice(callJson: CallJson, name: string, url: string, secrets: readonly string[]): Forget {
  return async ({ id, messageId }) => {
    const headers = (text: string) => webhookHeaders(secrets, id, text, Date.now());
    const body = { type: "deletion", receiver: name, message_id: messageId };
    await callJson({ provider: name, url, body, headers, timeoutMs: 30_000 });
    return undefined;
  };
}

function reachedAt(declared: Declared): (string | undefined)[] {
  return declared.kind === "email" ? [declared.smtp] : addressesOf(declared);
}

/** Only addresses called over HTTP, not mail servers. */
function addressesOf(declared: Declared): (string | undefined)[] {
  if (declared.kind === "email" || declared.kind === "file") return [];
  if (declared.kind === "form" || declared.kind === "json") {
    return [declared.url, declared.ping?.url, declared["deletion-url"]];
  }
  return [declared.url];
}
