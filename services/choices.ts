/** Who answers each outside call, by the settings: the live service, or what is built in. */
import { BUYERS_TIMEOUT_MS } from "../machines/calls.ts";
import { liveBuyers } from "./buyers/live.ts";
import { noBuyersService } from "./buyers/off.ts";
import { noChatAlert } from "./chat-alert/off.ts";
import { slackAlert } from "./chat-alert/slack.ts";
import { embeddedEmailCheck } from "./email-check/embedded.ts";
import { liveEmailCheck } from "./email-check/live.ts";
import { createMailDomain } from "./email-check/mail-domain.ts";
import { isLoopback, type Settings } from "./env.ts";
import { embeddedGibberishCheck } from "./gibberish/embedded.ts";
import { liveGibberishCheck } from "./gibberish/live.ts";
import type { CallJson } from "./http.ts";
import { liveLeadExchange } from "./lead-exchange/live.ts";
import { noLeadExchange } from "./lead-exchange/off.ts";
import { embeddedPhoneCheck } from "./phone-check/embedded.ts";
import { livePhoneCheck } from "./phone-check/live.ts";
import type {
  Buyers,
  ChatAlert,
  EmailCheck,
  GibberishCheck,
  LeadExchange,
  PhoneCheck,
  ProgressSave,
  ZipLookup,
} from "./ports.ts";
import { liveProgressSave } from "./progress-save/live.ts";
import { embeddedZipLookup } from "./zip-lookup/embedded.ts";
import { firstThen } from "./zip-lookup/fallback.ts";
import { liveZipLookup } from "./zip-lookup/live.ts";

export type Mode = "live" | "embedded" | "off";

/** A port with the words for what stands behind it. */
export type Choice<Port> = { port: Port; mode: Mode; how: string };

/** The means a choice may use: the way out, and a wrapper that logs each failure of a live service. */
export type Means = {
  callJson: CallJson;
  watch: <Port extends object>(provider: string, port: Port) => Port;
};

export function chooseZipLookup(settings: Settings, { callJson, watch }: Means): Choice<ZipLookup> {
  const table = embeddedZipLookup();
  if (!settings.zipLookupUrl) return { port: table, mode: "embedded", how: "packed table" };
  const live = watch("zip-lookup", liveZipLookup(callJson, settings.zipLookupUrl));
  return { port: firstThen(live, table), mode: "live", how: "packed table when it fails" };
}

export function chooseEmailCheck(settings: Settings, { callJson, watch }: Means): Choice<EmailCheck> {
  const { ipqs } = settings;
  if (ipqs) return { port: watch("email-check", liveEmailCheck(callJson, ipqs)), mode: "live", how: "IPQS" };
  const takesMail = settings.emailMxCheck ? createMailDomain() : undefined;
  const how = takesMail ? "disposable list and DNS" : "disposable list";
  return { port: embeddedEmailCheck(takesMail), mode: "embedded", how };
}

export function choosePhoneCheck(settings: Settings, { callJson, watch }: Means): Choice<PhoneCheck> {
  const { ipqs } = settings;
  if (ipqs) return { port: watch("phone-check", livePhoneCheck(callJson, ipqs)), mode: "live", how: "IPQS" };
  const rejectFictitious = hasRealBuyer(settings);
  const how = rejectFictitious ? "numbering plan" : "numbering plan; 555-01xx passes";
  return { port: embeddedPhoneCheck({ rejectFictitious }), mode: "embedded", how };
}

export function chooseGibberishCheck(settings: Settings, { callJson, watch }: Means): Choice<GibberishCheck> {
  const url = settings.gibberishUrl;
  if (!url) return { port: embeddedGibberishCheck(), mode: "embedded", how: "letter pairs" };
  return { port: watch("gibberish", liveGibberishCheck(callJson, url)), mode: "live", how: "GIBBERISH_URL" };
}

export function chooseLeadExchange(settings: Settings, { callJson, watch }: Means): Choice<LeadExchange> {
  const url = settings.leadExchangeUrl;
  if (!url) return { port: noLeadExchange, mode: "off", how: "LEAD_EXCHANGE_URL is not set" };
  return {
    port: watch("lead-exchange", liveLeadExchange(callJson, url)),
    mode: "live",
    how: "LEAD_EXCHANGE_URL",
  };
}

export function chooseChatAlert(settings: Settings, { callJson, watch }: Means): Choice<ChatAlert> {
  const url = settings.slackWebhookUrl;
  if (!url) return { port: noChatAlert, mode: "off", how: "SLACK_WEBHOOK_URL is not set" };
  return { port: watch("chat-alert", slackAlert(callJson, url)), mode: "live", how: "Slack" };
}

export function chooseBuyersService(settings: Settings, { callJson, watch }: Means): Choice<Buyers> {
  const url = settings.buyersUrl;
  if (!url) {
    return { port: noBuyersService, mode: "off", how: "BUYERS_URL is not set: the default buyers are named" };
  }
  const port = watch("buyers", liveBuyers(callJson, url, BUYERS_TIMEOUT_MS));
  return { port, mode: "live", how: "BUYERS_URL" };
}

/** Without an address there is nobody to forward to: no port. */
export function chooseProgressSave(
  settings: Settings,
  { callJson }: Means,
): Choice<ProgressSave | undefined> {
  const url = settings.progressUrl;
  if (!url) return { port: undefined, mode: "off", how: "PROGRESS_URL is not set" };
  return { port: liveProgressSave(callJson, url), mode: "live", how: "PROGRESS_URL" };
}

/** Real traffic: leads go to a buyer that is not a stub on this machine. */
function hasRealBuyer(settings: Settings): boolean {
  return settings.leadProsperAccount !== undefined && !isLoopback(settings.leadProsperUrl);
}
