import type { Declared } from "../../settings/destinations/shape.ts";
import type { Settings } from "../../settings/env.ts";
import type { CallJson } from "../http.ts";
import { lpAction } from "../new-message.ts";
import type { Destination } from "../ports.ts";
import type { DestinationProvider } from "../provider.ts";
import { agreedBid, type ChangedTerms, howOf, repeatsOf, routeOf, termsOf } from "../route.ts";
import { routedLead } from "../routed-lead.ts";
import { leadProsper } from "./destination.ts";

/** LeadProsper, for leads and for the contact form's messages. */
export const leadBuyer: DestinationProvider = {
  addresses: ({ leadProsperUrl, contactIngestUrl }) => [leadProsperUrl, contactIngestUrl],
  destinations(settings, callJson, changed) {
    const { leadProsperAccount: account, leadProsperFirstRetryMs: firstRetryMs } = settings;
    const isMapped = settings.mappingsUrl !== undefined;
    const buyer = { account, firstRetryMs, isMapped };
    const leads = { url: settings.leadProsperUrl, isTest: settings.leadProsperTest };
    const messages = { url: settings.contactIngestUrl, isTest: settings.contactIngestTest };
    return [
      {
        port: {
          ...leadProsper(callJson, { ...buyer, ...leads, name: "lead-prosper" }),
          repeats: settings.repeats,
        },
        reachedAt: [leads.url],
      },
      {
        port: leadProsper(callJson, { ...buyer, ...messages, name: "contact-ingest" }),
        reachedAt: [messages.url],
      },
      ...settings.destinations
        .filter((declared) => declared.kind === "leadprosper")
        .map((declared) => ({
          port: declaredBuyer(callJson, declared, settings, changed),
          how: howOf(declared),
          reachedAt: [declared.url],
        })),
    ];
  },
};

/** A campaign of the operator's file: the same format, with an account of its own. */
function declaredBuyer(
  callJson: CallJson,
  declared: Declared<"leadprosper">,
  settings: Settings,
  changed: ChangedTerms,
): Destination {
  const { name, url, mode, key, "campaign-id": campaignId, "supplier-id": supplierId } = declared;
  const buyer = leadProsper(callJson, {
    name,
    url,
    account: { campaignId, supplierId, key },
    isTest: mode === "test",
    firstRetryMs: settings.leadProsperFirstRetryMs,
  });
  return {
    ...buyer,
    route: routeOf(declared, settings, changed),
    terms: termsOf(declared, settings, changed),
    repeats: repeatsOf(declared),
    bid: agreedBid(declared, changed),
    deliver({ payload, ...message }) {
      const { about, record } = routedLead(payload);
      const lp_action = lpAction(mode === "test" || about.sample === true);
      return buyer.deliver({ ...message, payload: { ...record, lp_action } });
    },
  };
}
