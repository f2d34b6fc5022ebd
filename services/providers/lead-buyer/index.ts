import type { DestinationProvider } from "../provider.ts";
import { leadProsper } from "./destination.ts";

/** LeadProsper, for leads and for the contact form's messages. */
export const leadBuyer: DestinationProvider = {
  addresses: ({ leadProsperUrl, contactIngestUrl }) => [leadProsperUrl, contactIngestUrl],
  destinations(settings, callJson) {
    const { leadProsperAccount: account, leadProsperFirstRetryMs: firstRetryMs } = settings;
    const isMapped = settings.mappingsUrl !== undefined;
    const buyer = { account, firstRetryMs, isMapped };
    const leads = { url: settings.leadProsperUrl, isTest: settings.leadProsperTest };
    const messages = { url: settings.contactIngestUrl, isTest: settings.contactIngestTest };
    return [
      { port: leadProsper(callJson, { ...buyer, ...leads, name: "lead-prosper" }) },
      { port: leadProsper(callJson, { ...buyer, ...messages, name: "contact-ingest" }) },
    ];
  },
};
