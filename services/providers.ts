/** Everything outside this process, ready for use. */
import {
  type Choice,
  chooseBuyersService,
  chooseChatAlert,
  chooseEmailCheck,
  chooseGibberishCheck,
  chooseLeadExchange,
  choosePhoneCheck,
  chooseProgressSave,
  chooseZipLookup,
  type Means,
} from "./choices.ts";
import type { Settings } from "./env.ts";
import { createCallJson } from "./http.ts";
import { contactIngest, leadProsper } from "./lead-buyer/destination.ts";
import type { Log } from "./log.ts";
import { ownPost } from "./own-posts/destination.ts";
import type {
  Buyers,
  ChatAlert,
  Destination,
  EmailCheck,
  GibberishCheck,
  LeadExchange,
  PhoneCheck,
  ProgressSave,
  ZipLookup,
} from "./ports.ts";
import { watched } from "./watched.ts";

export type Providers = {
  zipLookup: ZipLookup;
  emailCheck: EmailCheck;
  phoneCheck: PhoneCheck;
  gibberish: GibberishCheck;
  leadExchange: LeadExchange;
  buyers: Buyers;
  chatAlert: ChatAlert;
  /** Undefined where answers are forwarded to nobody. */
  progressSave: ProgressSave | undefined;
  /** In the order in which they are told. */
  destinations: Destination[];
  /** One line per outside call for the console, for example "e-mail check: embedded (disposable list)". */
  describe(): string[];
};

/** Logs one `provider` line per outside call now, and a `provider.failed` line whenever a live one gives no answer. */
export function createProviders(settings: Settings, log: Log): Providers {
  const callJson = createCallJson(outboundOrigins(settings));
  const means: Means = { callJson, watch: (provider, port) => watched(log, provider, port) };
  const zipLookup = chooseZipLookup(settings, means);
  const emailCheck = chooseEmailCheck(settings, means);
  const phoneCheck = choosePhoneCheck(settings, means);
  const gibberish = chooseGibberishCheck(settings, means);
  const leadExchange = chooseLeadExchange(settings, means);
  const buyers = chooseBuyersService(settings, means);
  const chatAlert = chooseChatAlert(settings, means);
  const progressSave = chooseProgressSave(settings, means);
  const buyer = { account: settings.leadProsperAccount, firstRetryMs: settings.leadProsperFirstRetryMs };
  const destinations = [
    leadProsper(callJson, { ...buyer, url: settings.leadProsperUrl }),
    contactIngest(callJson, { ...buyer, url: settings.contactIngestUrl }),
    ...settings.ownPosts.map((post) => ownPost(callJson, post)),
  ];

  const named: [provider: string, words: string, choice: Choice<unknown>][] = [
    ["zip-lookup", "zip look-up", zipLookup],
    ["email-check", "e-mail check", emailCheck],
    ["phone-check", "phone check", phoneCheck],
    ["gibberish", "gibberish check", gibberish],
    ["lead-exchange", "lead exchange", leadExchange],
    ["buyers", "buyers service", buyers],
    ["chat-alert", "chat alert", chatAlert],
    ["progress-save", "progress save", progressSave],
    ...destinations.map((destination): [string, string, Choice<unknown>] => {
      return [destination.name, destination.name, describeDestination(destination, settings)];
    }),
  ];
  for (const [provider, , { mode }] of named) log("provider", { provider, mode });

  return {
    zipLookup: zipLookup.port,
    emailCheck: emailCheck.port,
    phoneCheck: phoneCheck.port,
    gibberish: gibberish.port,
    leadExchange: leadExchange.port,
    buyers: buyers.port,
    chatAlert: chatAlert.port,
    progressSave: progressSave.port,
    destinations,
    describe: () => named.map(([, words, { mode, how }]) => `${words}: ${mode} (${how})`),
  };
}

function describeDestination(port: Destination, settings: Settings): Choice<Destination> {
  if (!port.configured) return { port, mode: "off", how: "not configured: messages are kept and wait" };
  const isOwn = settings.ownPosts.some(({ name }) => name === port.name);
  if (isOwn) return { port, mode: "live", how: "our own contract" };
  return { port, mode: "live", how: settings.leadProsperAccount?.test ? "test messages" : "LIVE messages" };
}

/** The only places this process ever calls. */
function outboundOrigins(settings: Settings): string[] {
  const addresses = [
    settings.leadProsperUrl,
    settings.contactIngestUrl,
    settings.ipqs?.baseUrl,
    settings.zipLookupUrl?.replaceAll("{zip}", "00000"),
    settings.gibberishUrl,
    settings.leadExchangeUrl,
    settings.buyersUrl,
    settings.slackWebhookUrl,
    settings.progressUrl,
    ...settings.ownPosts.map(({ url }) => url),
  ];
  return addresses.filter((address) => address !== undefined).map((address) => new URL(address).origin);
}
