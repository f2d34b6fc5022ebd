/** Settings of everything outside that has to run in the browser, and of the certificate checks that follow. */
import * as z from "zod";
import type { CallTracker, PageScripts } from "../../machines/site/page-scripts.ts";
import * as is from "./kinds.ts";
import { type OwnPixels, pixelSettings, pixelShape } from "./pixels.ts";

export const pageScriptShape = {
  ...pixelShape,
  EVERFLOW_TRACKING_DOMAIN: is.host.optional(),
  TRUSTEDFORM_ENABLED: is.onOff.default(false),
  TRUSTEDFORM_FIELD: z
    .string()
    .regex(/^[A-Za-z]\w{0,63}$/, "the name of a form field")
    .default("xxTrustedFormCertUrl"),
  TRUSTEDFORM_SCRIPT_URL: is.httpUrl.default("https://api.trustedform.com/trustedform.js"),
  TRUSTEDFORM_CERT_ORIGINS: is
    .list(is.origin, "comma-separated http or https addresses without a path")
    .transform((origins) => origins.map((one) => new URL(one).origin))
    .default(["https://cert.trustedform.com"]),
  TRUSTEDFORM_API_KEY: is.key.optional(),
  JORNAYA_CAMPAIGN_KEY: is.key.optional(),
  JORNAYA_ACCOUNT_CODE: is.key.optional(),
  JORNAYA_SCRIPT_URL: is.httpUrl.default("https://create.lidstatic.com/campaign"),
  JORNAYA_API_URL: is.httpUrl.default("https://api.leadid.com"),
  RETREAVER_CAMPAIGN_KEY: is.key.optional(),
  RETREAVER_SCRIPT_URL: is.httpUrl.default("https://dist.routingapi.com/jsapi/v1/retreaver.min.js"),
  RETREAVER_API_HOST: is.host.default("https://api.routingapi.com"),
  RINGBA_TAG_ID: is.key.optional(),
  RINGBA_SCRIPT_URL: is.httpUrl.default("https://b-js.ringba.com"),
  PUBLIC_IP_URL: is.httpUrl.optional(),
  PUBLIC_IP_FALLBACK_URL: is.httpUrl.optional(),
};

type Checked = z.infer<z.ZodObject<typeof pageScriptShape>>;

/** @param ownPixels of single paths */
export function pageScriptSettings(given: Checked, ownPixels: Record<string, OwnPixels>) {
  return {
    pixels: pixelSettings(given, ownPixels),
    pageScripts: pageScripts(given),
    callTracker: callTracker(given),
    certificates: certificates(given),
  };
}

/** What survey pages load, each only where it is configured. Nothing in here is secret: it is in the page. */
function pageScripts(given: Checked): PageScripts {
  const everflow = given.EVERFLOW_TRACKING_DOMAIN;
  const { PUBLIC_IP_URL: publicIp, PUBLIC_IP_FALLBACK_URL: fallback } = given;
  return {
    ...(everflow && { everflow: { script: `${everflow}/scripts/main.js` } }),
    ...(given.TRUSTEDFORM_ENABLED && {
      trustedForm: { script: given.TRUSTEDFORM_SCRIPT_URL, field: given.TRUSTEDFORM_FIELD },
    }),
    ...(given.JORNAYA_CAMPAIGN_KEY && {
      jornaya: { script: `${given.JORNAYA_SCRIPT_URL}/${encodeURIComponent(given.JORNAYA_CAMPAIGN_KEY)}.js` },
    }),
    ...(publicIp && { publicIp: { urls: fallback ? [publicIp, fallback] : [publicIp] } }),
  };
}

/** Who gives the telephone number that is shown; undefined: the configured one stays. */
function callTracker(given: Checked): CallTracker | undefined {
  const { RETREAVER_CAMPAIGN_KEY: campaign, RINGBA_TAG_ID: tag } = given;
  if (campaign) {
    return { retreaver: { script: given.RETREAVER_SCRIPT_URL, api: given.RETREAVER_API_HOST, campaign } };
  }
  return tag ? { ringba: { script: `${given.RINGBA_SCRIPT_URL}/${encodeURIComponent(tag)}` } } : undefined;
}

/** Who is asked about certificates in the background; `origins` are where one may come from. */
function certificates(given: Checked) {
  const { TRUSTEDFORM_API_KEY: apiKey, JORNAYA_ACCOUNT_CODE: account } = given;
  return {
    origins: given.TRUSTEDFORM_CERT_ORIGINS,
    trustedForm: apiKey ? { apiKey } : undefined,
    jornaya: account ? { url: given.JORNAYA_API_URL, account } : undefined,
  };
}

/** Settings of these that do not go together. */
export function pageScriptFaults(given: Checked): string[] {
  const faults: string[] = [];
  if (given.RETREAVER_CAMPAIGN_KEY && given.RINGBA_TAG_ID) {
    faults.push(
      "RETREAVER_CAMPAIGN_KEY and RINGBA_TAG_ID must not both be set: one of them gives the number",
    );
  }
  if (given.PUBLIC_IP_FALLBACK_URL && !given.PUBLIC_IP_URL) {
    faults.push("PUBLIC_IP_URL must be set too, since PUBLIC_IP_FALLBACK_URL is only asked after it");
  }
  return faults;
}
