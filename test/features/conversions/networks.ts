import { type Stub, type StubReply, type StubRequest, startStub } from "../../stubs/stub-server.ts";

/** Credentials of the stubs. */
export const tokens = {
  META_CONVERSIONS_TOKEN: "meta-token-of-tests",
  TIKTOK_CONVERSIONS_TOKEN: "tiktok-token-of-tests",
  GOOGLE_CONVERSIONS_SECRET: "google-secret-of-tests",
  GOOGLE_CONVERSIONS_TOKEN: "google-refresh-of-tests",
  MICROSOFT_CONVERSIONS_TOKEN: "microsoft-refresh-of-tests",
  MICROSOFT_DEVELOPER_TOKEN: "microsoft-developer-of-tests",
};
const networks = ["meta", "tiktok", "google", "microsoft"] as const;
type Network = (typeof networks)[number];

/** A conversion as its network has it; `calls`: how often it was sent, without refusals. */
type Kept = {
  network: Network;
  name: string;
  id: string;
  cents: number | null;
  calls: number;
  test: boolean;
};

/** A call that a network would have rejected, in its words. */
class Odd extends Error {}
function needs(truth: unknown, words: string): asserts truth {
  if (!truth) throw new Odd(words);
}

// biome-ignore lint/suspicious/noExplicitAny: each field is checked as it is used.
type Json = Record<string, any>;
const hash = /^[0-9a-f]{64}$/;
const weekS = 7 * 24 * 60 * 60;
const access = (network: Network) => `${network}-access-of-tests`;
const bearer = ({ headers }: StubRequest) => /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
const centsOf = (value: unknown) => {
  needs(typeof value === "number" && value >= 0, "value must be a number of 0 or more");
  return Math.round(value * 100);
};
/** Unexpected keys may contain what nobody should know. */
const only = (object: Json, keys: string) => {
  const odd = Object.keys(object).find((key) => !keys.split(" ").includes(key));
  needs(odd === undefined, `${odd} is not known`);
};

/** Stubs of four networks, which check their input and answer as each of them does. */
export async function startNetworks() {
  const kept: Kept[] = [];
  /** Networks that take no token any more. */
  const refusing = new Set<Network>();
  const take = (network: Network, name: string, id: string, cents: number | null, test = false) => {
    const known = kept.find((each) => each.network === network && each.name === name && each.id === id);
    if (!known) kept.push({ network, name, id, cents, calls: 1, test });
    else {
      known.calls += 1;
      // Google restates by the same id; the others count a repeated one once.
      if (network === "google" && !test) known.cents = cents;
    }
  };

  function meta(request: StubRequest): StubReply {
    const error = (code: number, message: string) => ({
      status: code === 190 ? 401 : 400,
      body: { error: { message, type: "OAuthException", code, fbtrace_id: "A" } },
    });
    if (request.url.includes("token")) return error(100, "a token in the address");
    if (refusing.has("meta") || bearer(request) !== tokens.META_CONVERSIONS_TOKEN)
      return error(190, "Error validating access token: Session has expired");
    try {
      needs(/^\/v\d+\.0\/123456789012345\/events$/.test(request.path), "Unsupported post request");
      const body: Json = JSON.parse(request.body);
      only(body, "data test_event_code");
      for (const event of body.data as Json[]) {
        only(event, "event_name event_time event_id action_source event_source_url user_data custom_data");
        const age = Date.now() / 1000 - event.event_time;
        needs(Number.isInteger(event.event_time) && age < weekS && age > -60, "event_time is too old");
        needs(/^[0-9a-f]{32}$/.test(event.event_id), "event_id");
        needs(["website", "system_generated"].includes(event.action_source), "action_source");
        const user: Json = event.user_data;
        only(user, "em ph fbc client_user_agent");
        if (event.action_source === "website")
          needs(
            user.client_user_agent && /^http:\/\/[^/]+\/$/.test(event.event_source_url),
            "a website's event",
          );
        needs(user.em || user.ph || user.fbc, "customer information");
        for (const each of [...(user.em ?? []), ...(user.ph ?? [])]) needs(hash.test(each), "not hashed");
        needs(!user.fbc || /^fb\.1\.\d{13}\.\S+$/.test(user.fbc), "fbc");
        const { custom_data: custom } = event;
        needs(event.event_name !== "Purchase" || custom?.currency === "USD", "Purchase needs a currency");
        const cents = custom ? centsOf(custom.value) : null;
        take("meta", event.event_name, event.event_id, cents, body.test_event_code === "TEST123");
      }
      return { body: { events_received: body.data.length, messages: [], fbtrace_id: "A" } };
    } catch (odd) {
      return error(100, `Invalid parameter: ${(odd as Error).message}`);
    }
  }

  function tiktok({ headers, body: text }: StubRequest): StubReply {
    const said = (code: number, message: string) => ({ body: { code, message, request_id: "1", data: {} } });
    if (refusing.has("tiktok") || headers["access-token"] !== tokens.TIKTOK_CONVERSIONS_TOKEN)
      return said(40_105, "Access token is incorrect or has been revoked.");
    try {
      const body: Json = JSON.parse(text);
      only(body, "event_source event_source_id data test_event_code");
      needs(
        body.event_source === "web" && body.event_source_id === "CTTTTTTTTTTTTTTTTTTT",
        "event_source_id",
      );
      for (const event of body.data as Json[]) {
        only(event, "event event_time event_id user page properties");
        const { user } = event;
        only(user, "ttclid email phone");
        needs(user.ttclid || user.email || user.phone, "user");
        for (const each of [user.email, user.phone])
          needs(each === undefined || hash.test(each), "not hashed");
        needs(Number.isInteger(event.event_time) && event.event_id, "event_time, event_id");
        needs(/^http:\/\/[^/]+\/$/.test(event.page.url), "page.url");
        const cents = event.properties ? centsOf(event.properties.value) : null;
        take("tiktok", event.event, event.event_id, cents, body.test_event_code !== undefined);
      }
      return said(0, "OK");
    } catch (odd) {
      return said(40_002, (odd as Error).message);
    }
  }

  function google(request: StubRequest): StubReply {
    const error = (code: number, status: string, message: string) => ({
      status: code,
      body: { error: { code, message, status } },
    });
    if (refusing.has("google") || bearer(request) !== access("google"))
      return error(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    try {
      const body: Json = JSON.parse(request.body);
      only(body, "destinations events encoding validateOnly");
      const [destination] = body.destinations as Json[];
      const { accountType, accountId } = destination!.operatingAccount;
      needs(accountType === "GOOGLE_ADS" && accountId === "1234567890", "operatingAccount");
      needs(body.encoding === "HEX" && typeof body.validateOnly === "boolean", "encoding");
      for (const event of body.events as Json[]) {
        only(
          event,
          "eventTimestamp transactionId eventSource conversionValue currency adIdentifiers userData consent",
        );
        needs(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(event.eventTimestamp), "eventTimestamp");
        needs(event.transactionId && event.eventSource === "WEB", "transactionId");
        needs(event.adIdentifiers || event.userData, "an identifier");
        only(event.adIdentifiers ?? {}, "gclid gbraid wbraid");
        for (const each of event.userData?.userIdentifiers ?? [])
          needs(hash.test(each.emailAddress ?? each.phoneNumber), "not hashed");
        needs(event.consent.adUserData === "CONSENT_GRANTED", "consent");
        needs(event.conversionValue === undefined || event.currency === "USD", "currency");
        const cents = event.conversionValue === undefined ? null : centsOf(event.conversionValue);
        take("google", destination!.productDestinationId, event.transactionId, cents, body.validateOnly);
      }
      return { body: { requestId: "r-1" } };
    } catch (odd) {
      return error(400, "INVALID_ARGUMENT", (odd as Error).message);
    }
  }

  function microsoft(request: StubRequest): StubReply {
    const { headers, path } = request;
    const failed = (Code: number, ErrorCode: string) => ({
      status: 400,
      body: { TrackingId: "t", Errors: [{ Code, ErrorCode, Message: ErrorCode }] },
    });
    if (refusing.has("microsoft") || bearer(request) !== access("microsoft"))
      return failed(109, "AuthenticationTokenExpired");
    const own = [headers.developertoken, headers.customerid, headers.customeraccountid];
    if (own.join() !== `${tokens.MICROSOFT_DEVELOPER_TOKEN},11111,22222`)
      return failed(105, "InvalidCredentials");
    const body: Json = JSON.parse(request.body);
    const isNew = path.endsWith("/OfflineConversions/Apply");
    const list: Json[] = body[isNew ? "OfflineConversions" : "OfflineConversionAdjustments"];
    const errors = list.flatMap((each, Index) => {
      try {
        const known = "ConversionName ConversionTime MicrosoftClickId HashedEmailAddress HashedPhoneNumber";
        const more = isNew
          ? "ConversionValue ConversionCurrencyCode"
          : "AdjustmentTime AdjustmentType AdjustmentValue AdjustmentCurrencyCode";
        only(each, `${known} ${more}`);
        needs(each.MicrosoftClickId || each.HashedEmailAddress || each.HashedPhoneNumber, "MicrosoftClickId");
        needs(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(each.ConversionTime), "ConversionTime");
        for (const one of [each.HashedEmailAddress, each.HashedPhoneNumber])
          needs(one === undefined || hash.test(one), "not hashed");
        const id = `${each.MicrosoftClickId ?? each.HashedEmailAddress} ${each.ConversionTime}`;
        if (isNew) {
          take(
            "microsoft",
            each.ConversionName,
            id,
            each.ConversionValue === undefined ? null : centsOf(each.ConversionValue),
          );
          return [];
        }
        const of = kept.find(
          (one) => one.network === "microsoft" && one.name === each.ConversionName && one.id === id,
        );
        needs(of && !Number.isNaN(of.cents), "OfflineConversionNotFound");
        of.calls += 1;
        // A retracted conversion takes no other value.
        if (each.AdjustmentType === "Retract") of.cents = Number.NaN;
        else of.cents = centsOf(each.AdjustmentValue);
        return [];
      } catch (odd) {
        return [{ Code: 5603, ErrorCode: (odd as Error).message, Index, Type: "BatchError" }];
      }
    });
    return { body: { PartialErrors: errors } };
  }

  function granted(network: Network, { body, type }: StubRequest): StubReply {
    const form = Object.fromEntries(new URLSearchParams(body));
    const own = tokens[`${network.toUpperCase()}_CONVERSIONS_TOKEN` as keyof typeof tokens];
    const isGood =
      type.includes("form-urlencoded") && form.grant_type === "refresh_token" && form.refresh_token === own;
    return isGood && !refusing.has(network)
      ? { body: { access_token: access(network), expires_in: 3599, token_type: "Bearer" } }
      : {
          status: 400,
          body: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
        };
  }

  const stub: Stub = await startStub((request): StubReply => {
    if (request.path.startsWith("/v1/")) return google(request);
    if (request.path.startsWith("/open_api/v1.3/event/track/")) return tiktok(request);
    if (request.path.startsWith("/CampaignManagement/v13/")) return microsoft(request);
    if (request.path === "/token") return granted("google", request);
    if (request.path === "/common/oauth2/v2.0/token") return granted("microsoft", request);
    return meta(request);
  });
  return {
    stub,
    kept,
    refusing,
    env: { ...tokens, CONVERSION_URLS: networks.map((each) => `${each}=${stub.origin}`).join() },
    /** A network's entries for a lead's click or events: names and dollars, in order of arrival. */
    of: (network: Network, ids: (id: string) => boolean) =>
      kept.filter((each) => each.network === network && ids(each.id)).map(({ name, cents }) => [name, cents]),
    /** Everything that was sent to networks, unchanged. */
    sent: () => stub.requests.map(({ url, body, headers }) => `${url} ${JSON.stringify(headers)} ${body}`),
  };
}
