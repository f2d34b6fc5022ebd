import type { Settings } from "../env.ts";
import type { DestinationProvider } from "../provider.ts";
import { contactIngest, leadProsper } from "./destination.ts";

const how = ({ leadProsperAccount: account }: Settings) =>
  account?.test === false ? "LIVE messages" : "test messages";

/** LeadProsper, for leads and for the contact form's messages. */
export const leadBuyer: DestinationProvider = {
  addresses: ({ leadProsperUrl, contactIngestUrl }) => [leadProsperUrl, contactIngestUrl],
  destinations(settings, callJson) {
    const { leadProsperAccount: account, leadProsperFirstRetryMs: firstRetryMs } = settings;
    const isMapped = settings.mappingsUrl !== undefined;
    const buyer = { account, firstRetryMs, isMapped };
    return [
      { port: leadProsper(callJson, { ...buyer, url: settings.leadProsperUrl }), how: how(settings) },
      { port: contactIngest(callJson, { ...buyer, url: settings.contactIngestUrl }), how: how(settings) },
    ];
  },
};
