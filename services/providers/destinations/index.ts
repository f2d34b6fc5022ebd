import { bidsName, type Declared } from "../../settings/destinations/shape.ts";
import { receiverInForce } from "../../settings/destinations/terms.ts";
import type { Settings } from "../../settings/env.ts";
import type { CallJson } from "../http.ts";
import { type Noticed, noticePort, postedNotice, type Tell, thenClose } from "../lead-notices.ts";
import type { Destination, Route } from "../ports.ts";
import type { DestinationProvider } from "../provider.ts";
import { agreedBid, type ChangedTerms, howOf, isNoSale, repeatsOf, routeOf, termsOf } from "../route.ts";
import { takesAlarms } from "./alarm-sinks.ts";
import { email, emailNotice } from "./email.ts";
import { dayFile } from "./file.ts";
import { posted } from "./posted.ts";
import { slack, slackNotice } from "./slack.ts";
import { webhook } from "./webhook.ts";

/** Receivers that the operator's file declares, except buyers that use LeadProsper's format (lead-buyer). */
export const declaredDestinations: DestinationProvider = {
  addresses: ({ destinations }) => destinations.flatMap(addressesOf),
  destinations(settings, callJson, changed) {
    const made = leadReceivers(settings).map((declared) => ({
      declared,
      ...portOf(declared, settings, callJson, changed),
    }));
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
    const how =
      "webhooks and mailboxes are notified, lines of files blanked; the others are parked for you to pass on";
    // Each of them is looked for as itself.
    const port = noticePort(
      { name: "declared-notices", firstRetryMs: 10_000 },
      noticed(callJson, settings, changed),
    );
    return [...ports, ...bidding(settings), { port, how, reachedAt: [] }];
  },
};

const leadReceivers = ({ destinations }: Settings) =>
  destinations.filter((declared) => !takesAlarms(declared));

/** The same receivers, and how notices about a lead reach them. */
function noticed(callJson: CallJson, settings: Settings, changed: ChangedTerms): Map<string, Noticed> {
  return new Map(
    leadReceivers(settings).map((declared) => {
      const { name } = declared;
      const byHand: Noticed["byHand"] = ({ body: { type, message_id, reason } }) =>
        type === "deletion"
          ? `delete message ${message_id} at ${name} yourself, ${thenClose}`
          : `tell ${name} yourself that nobody is to be called about message ${message_id} (${reason}), ${thenClose}`;
      return [name, { tell: tellOf(declared, settings, callJson, changed), byHand }];
    }),
  );
}

/** Goes before all buyers of an order in which the highest bid goes first (services/delivery/outbox/bidding.ts). */
function bidding({
  bidsWithinMs,
  destinations,
}: Settings): { port: Destination; how: string; reachedAt: [] }[] {
  if (bidsWithinMs === undefined) return [];
  const route: Route = {
    order: -1,
    wants: () => false,
    unwanted: () => ({ why: "it is no buyer" }),
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

function portOf(
  declared: Declared,
  settings: Settings,
  callJson: CallJson,
  changed: ChangedTerms,
): Partial<Pick<Destination, "deliver" | "bid">> {
  switch (declared.kind) {
    case "webhook":
      return { deliver: webhook(callJson, declared).deliver };
    case "form":
    case "json":
      return posted(callJson, declared, () => receiverInForce(declared, changed()));
    case "email":
      return { deliver: email(declared) };
    case "file":
      return { deliver: dayFile(declared, routeOf(declared, settings, changed).day).deliver };
    case "slack":
      return { deliver: slack(callJson, declared) };
    case "leadprosper":
      // services/providers/lead-buyer delivers to it.
      return {};
    default:
      return declared satisfies never;
  }
}

/** How a receiver is told about a lead that it has; undefined where that is the operator's to do. */
function tellOf(
  declared: Declared,
  settings: Settings,
  callJson: CallJson,
  changed: ChangedTerms,
): Tell | undefined {
  switch (declared.kind) {
    case "webhook":
      return webhook(callJson, declared).tell;
    case "form":
    case "json": {
      const { name: provider, "deletion-url": url, mode } = declared;
      const about = { provider, secrets: settings.webhookSecrets, isTest: mode === "test" };
      return url ? postedNotice(callJson, { ...about, url }) : undefined;
    }
    case "email":
      return emailNotice(declared, settings.siteTimeZone);
    case "file":
      return dayFile(declared, routeOf(declared, settings, changed).day).tell;
    case "slack":
      return slackNotice(callJson, declared);
    case "leadprosper":
      return undefined;
    default:
      return declared satisfies never;
  }
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
