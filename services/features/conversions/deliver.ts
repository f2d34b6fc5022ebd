import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { type Answered, post } from "../../providers/destinations/post.ts";
import { type CallJson, jsonIn } from "../../providers/http.ts";
import type { Destination } from "../../providers/ports.ts";
import type { Settings } from "../../settings/env.ts";
import { ownVariables } from "../feature.ts";
import { clickOf, hashesOf, mayKnow, sha256 } from "./matching.ts";
import { receiverName, type Told } from "./messages.ts";
import {
  type Conversions,
  conversionEvents,
  keepsOne,
  type Network,
  placesOf,
  type Said,
  variables,
} from "./setting.ts";
import { accessToken, forgetToken, tokenRefused } from "./tokens.ts";

type Message = Parameters<Destination["deliver"]>[0];
type Delivered = ReturnType<Destination["deliver"]>;

const times = { at: z.number(), began: z.number(), opened: z.number() };
const payload: z.ZodType<Told & { sample?: true | undefined }> = z.object({
  lead: z.string(),
  event: z.enum(conversionEvents),
  id: z.string(),
  cents: z.number(),
  ...times,
  sample: z.literal(true).optional(),
});

/** All that a network may be told about one event, and nothing else from its lead. */
type Fact = Told & {
  /** The owner's name for the event at the network, or for the conversion that it changes. */
  name: string;
  click: ReturnType<typeof clickOf>;
  hashes: ReturnType<typeof hashesOf>;
  /** The browser's user agent, which the network's own pixel has, too. */
  userAgent: string;
  /** Nothing else of the page's address is sent, since surveys' names reveal answers. */
  siteOrigin: string;
  isTest: boolean;
};

type Request = { url: string; headers: Record<string, string>; body: unknown };

const weekMs = 7 * 24 * 60 * 60_000;

/**
 * Sends an outbox message's contents to a network. The person's match keys are read from the lead now: an erased one
 * has none.
 * @throws ProviderFailure when it is not known to have arrived
 */
export async function tell(
  each: Conversions,
  { payload: given, record, owed }: Message,
  { settings, callJson }: { settings: Settings; callJson: CallJson },
): Delivered {
  const report = payload.parse(given);
  const { network, said } = each;
  const no = (detail: string) => ({ outcome: "rejected" as const, detail: `not sent: ${detail}` });
  const name = nameOf(said.events, report.event);
  if (name === undefined) return no(`conversions.${network}.events has no ${report.event}`);
  const isTest = said.mode === "test" || report.sample === true;
  const about = await record?.();
  if (!about) return no("the lead is erased");
  if (report.sample !== true && !mayKnow(each, about))
    return no(`conversions.${network} leaves it out, or has nothing to know it by`);
  if (isTest && network === "microsoft") return no("Microsoft has no test mode");
  if (isTest && "pixel" in said && said["test-event-code"] === undefined)
    return no(`a test needs conversions.${network}.test-event-code`);
  if (network === "meta" && Date.now() - report.at > weekMs)
    return no("Meta takes nothing older than 7 days");
  const isOwed = keepsOne(network) && report.event !== "lead" && report.sample !== true;
  const cents = isOwed ? ((await owed?.()) ?? report.cents) : report.cents;
  if (isOwed && report.event === "sold" && cents === 0 && report.cents > 0)
    return no("it came back before that was told");
  const fact: Fact = {
    ...report,
    cents,
    name,
    isTest,
    siteOrigin: settings.siteOrigin,
    click: clickOf(network, about),
    hashes: hashesOf(each, about),
    userAgent: typeof about.user_agent === "string" ? about.user_agent : "",
  };
  return { outcome: "accepted", detail: await ask(each, fact, about, { settings, callJson }) };
}

/** The conversion that is returned or corrected has the name that it was sold by. */
function nameOf(events: Conversions["said"]["events"], event: Told["event"]): string | undefined {
  const own = events[event];
  return own === "restate" || own === "retract" ? events.sold : own;
}

async function ask(
  each: Conversions,
  fact: Fact,
  about: Record<string, unknown>,
  { settings, callJson }: { settings: Settings; callJson: CallJson },
): Promise<string> {
  const { network } = each;
  const provider = receiverName(network);
  const { api, token: tokens } = placesOf(settings, network);
  const given = ownVariables(settings, variables);
  const refresh = grantOf(each, given);
  const token = refresh
    ? await accessToken(callJson, provider, { url: `${tokens}${refresh.path}`, form: refresh.form })
    : network === "meta"
      ? given.META_CONVERSIONS_TOKEN!
      : given.TIKTOK_CONVERSIONS_TOKEN!;
  const request = requestTo(each, fact, token, given.MICROSOFT_DEVELOPER_TOKEN ?? "");
  let heard: { status: number; text: string | undefined } | undefined;
  const listening: CallJson = (call) =>
    callJson({
      ...call,
      seen: (exchange) => {
        heard = exchange;
        call.seen?.(exchange);
      },
    });
  const refused = (said: string) => {
    if (refresh) forgetToken(refresh.form);
    return tokenRefused(provider, said, heard?.status);
  };
  const isRefused = () =>
    heard !== undefined && refusesToken(network, heard.status, jsonIn(heard.text ?? ""));
  let answered: Answered;
  try {
    answered = await post(listening, { provider, ...request, url: `${api}${request.url}` }, about);
  } catch (error) {
    throw isRefused() ? refused((error as Error).message.replace(`${provider} answered with `, "")) : error;
  }
  if (isRefused()) throw refused(answered.said);
  // Some networks answer 200 and explain in the body what they did not take.
  if (!isTaken(network, jsonIn(answered.text ?? "")))
    throw new ProviderFailure("refused", `${provider} answered with ${answered.said}`, {
      status: answered.status,
    });
  return `${fact.isTest ? "as a test: " : ""}${answered.said}`;
}

/** The grant by which a network issues tokens; undefined for a network that issues none. */
function grantOf({ network, said }: Conversions, given: Record<string, unknown>) {
  if (network !== "google" && network !== "microsoft") return undefined;
  const [path, scope] =
    network === "google"
      ? ["/token", undefined]
      : ["/common/oauth2/v2.0/token", "https://ads.microsoft.com/msads.manage offline_access"];
  const secret = given[`${network.toUpperCase()}_CONVERSIONS_SECRET`];
  const form: Record<string, string> = {
    grant_type: "refresh_token",
    client_id: said["client-id"],
    ...(typeof secret === "string" && { client_secret: secret }),
    refresh_token: String(given[`${network.toUpperCase()}_CONVERSIONS_TOKEN`]),
    ...(scope !== undefined && { scope }),
  };
  return { path, form };
}

function requestTo(each: Conversions, fact: Fact, token: string, developerToken: string): Request {
  switch (each.network) {
    case "meta":
      return toMeta(each.said, fact, token);
    case "tiktok":
      return toTikTok(each.said, fact, token);
    case "google":
      return toGoogle(each.said, fact, token);
    case "microsoft":
      return toMicrosoft(each.said, fact, token, developerToken);
  }
}

const seconds = (ms: number) => Math.floor(ms / 1000);
const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const money = ({ event, cents }: Fact) =>
  event === "lead" ? undefined : { value: cents / 100, currency: "USD" };

/** Conversions API: developers.facebook.com/docs/marketing-api/conversions-api. */
function toMeta(said: Said<"meta">, fact: Fact, token: string): Request {
  const { click, hashes, userAgent, event } = fact;
  // The page's pixel reports the lead too; all other events happen outside a browser.
  const isOfPage = event === "lead" && userAgent !== "";
  const custom = money(fact);
  return {
    url: `/v24.0/${said.pixel}/events`,
    headers: { Authorization: `Bearer ${token}` },
    body: {
      data: [
        {
          event_name: fact.name,
          event_time: seconds(fact.at),
          event_id: fact.id,
          action_source: isOfPage ? "website" : "system_generated",
          ...(isOfPage && { event_source_url: `${fact.siteOrigin}/` }),
          user_data: {
            ...(click && { fbc: `fb.1.${fact.began}.${click.id}` }),
            ...(hashes.email && { em: [hashes.email] }),
            ...(hashes.phone && { ph: [hashes.phone] }),
            ...(isOfPage && { client_user_agent: userAgent }),
          },
          ...(custom && { custom_data: custom }),
        },
      ],
      ...(fact.isTest && { test_event_code: said["test-event-code"] }),
    },
  };
}

/** Events API 2.0: business-api.tiktok.com/portal/docs?id=1771100865818625. */
function toTikTok(said: Said<"tiktok">, fact: Fact, token: string): Request {
  const properties = money(fact);
  return {
    url: "/open_api/v1.3/event/track/",
    headers: { "Access-Token": token },
    body: {
      event_source: "web",
      event_source_id: said.pixel,
      data: [
        {
          event: fact.name,
          event_time: seconds(fact.at),
          event_id: fact.id,
          user: { ...(fact.click && { ttclid: fact.click.id }), ...fact.hashes },
          page: { url: `${fact.siteOrigin}/` },
          ...(properties && { properties }),
        },
      ],
      ...(fact.isTest && { test_event_code: said["test-event-code"] }),
    },
  };
}

/**
 * Data Manager API: developers.google.com/data-manager/api/reference/rest/v1/events/ingest. A conversion with the transaction's
 * id that one has already is a new value for that one.
 */
function toGoogle(said: Said<"google">, fact: Fact, token: string): Request {
  const { click, hashes } = fact;
  const value = money(fact);
  const accountOf = (accountId: string) => ({ accountType: "GOOGLE_ADS", accountId });
  const userIdentifiers = [
    ...(hashes.email ? [{ emailAddress: hashes.email }] : []),
    ...(hashes.phone ? [{ phoneNumber: hashes.phone }] : []),
  ];
  return {
    url: "/v1/events:ingest",
    headers: { Authorization: `Bearer ${token}` },
    body: {
      destinations: [
        {
          operatingAccount: accountOf(said.customer),
          ...(said.manager !== undefined && { loginAccount: accountOf(said.manager) }),
          productDestinationId: fact.name,
        },
      ],
      events: [
        {
          // The time of the conversion whose value a later message restates.
          eventTimestamp: iso(fact.event === "lead" ? fact.at : fact.opened),
          transactionId: fact.lead,
          eventSource: "WEB",
          ...(value && { conversionValue: value.value, currency: value.currency }),
          ...(click && { adIdentifiers: { [click.name]: click.id } }),
          ...(userIdentifiers.length > 0 && { userData: { userIdentifiers } }),
          // Allows measurement, and no ads elsewhere.
          consent: { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_DENIED" },
        },
      ],
      encoding: "HEX",
      validateOnly: fact.isTest,
    },
  };
}

/** Campaign Management 13: learn.microsoft.com/advertising/campaign-management-service/applyofflineconversions. */
function toMicrosoft(said: Said<"microsoft">, fact: Fact, token: string, developerToken: string): Request {
  const { event, click, hashes } = fact;
  const value = money(fact);
  const known = {
    ConversionName: fact.name,
    ConversionTime: iso(fact.opened),
    ...(click && { MicrosoftClickId: click.id }),
    ...(hashes.email && { HashedEmailAddress: hashes.email }),
    ...(hashes.phone && { HashedPhoneNumber: hashes.phone }),
  };
  const isNew = event === "lead" || event === "sold";
  const adjusted =
    event === "returned"
      ? { AdjustmentType: "Retract" }
      : { AdjustmentType: "Restate", AdjustmentValue: value?.value, AdjustmentCurrencyCode: value?.currency };
  return {
    url: `/CampaignManagement/v13/${isNew ? "OfflineConversions" : "OfflineConversionAdjustments"}/Apply`,
    headers: {
      Authorization: `Bearer ${token}`,
      DeveloperToken: developerToken,
      CustomerId: said.customer,
      CustomerAccountId: said.account,
    },
    body: isNew
      ? {
          OfflineConversions: [
            {
              ...known,
              ...(value && { ConversionValue: value.value, ConversionCurrencyCode: value.currency }),
            },
          ],
        }
      : { OfflineConversionAdjustments: [{ ...known, AdjustmentTime: iso(fact.at), ...adjusted }] },
  };
}

const coded = z.object({ code: z.number() });
const ofMeta = z.object({ error: coded });
const ofMicrosoft = z.object({ Errors: z.array(z.object({ ErrorCode: z.string() })).min(1) });
/** Error codes for a missing, expired or revoked token: TikTok's, and Meta's. */
const tokenCodes = { tiktok: [40_102, 40_104, 40_105], meta: [190] };

/** Whether an answer rejects the token as invalid or expired. */
function refusesToken(network: Network, status: number, said: unknown): boolean {
  if (status === 401) return true;
  if (network === "tiktok") return tokenCodes.tiktok.includes(coded.safeParse(said).data?.code ?? 0);
  if (network === "meta") return tokenCodes.meta.includes(ofMeta.safeParse(said).data?.error.code ?? 0);
  const [first] = ofMicrosoft.safeParse(said).data?.Errors ?? [];
  return (
    network === "microsoft" &&
    /^(?:InvalidCredentials|AuthenticationTokenExpired)$/.test(first?.ErrorCode ?? "")
  );
}

/** True if an answer that arrived says that the network took the event. */
function isTaken(network: Network, said: unknown): boolean {
  if (network === "tiktok") return coded.safeParse(said).data?.code === 0;
  if (network !== "microsoft") return true;
  const { data } = z.object({ PartialErrors: z.array(z.unknown()).nullish() }).safeParse(said);
  return data !== undefined && (data.PartialErrors ?? []).length === 0;
}

/** A message about a made-up lead, in the network's own test mode, for `claimpath try`. */
export async function sampleFor({ network, said: { events } }: Conversions) {
  const at = Date.now();
  const event = conversionEvents.find((each) => events[each] !== undefined) ?? "lead";
  const lead = "00000000-0000-7000-8000-000000000000";
  const id = sha256(`sample ${at}`).slice(0, 32);
  const report: Told = { lead, event, id, cents: event === "lead" ? 0 : 100, at, began: at, opened: at };
  const click = { meta: "fbclid", google: "gclid", tiktok: "ttclid", microsoft: "msclkid" }[network];
  return {
    payload: { ...report, sample: true },
    record: {
      email: "test@example.com",
      phone: "2125550142",
      user_agent: "claimpath sample",
      [click]: `sample-${id}`,
    },
  };
}
