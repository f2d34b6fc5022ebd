/** Third-party scripts in the browser, and the certificate checks that follow. */
import type { CallTracker, PageScripts, PixelSettings, Pixels } from "../../machines/site/page-scripts.ts";
import * as is from "./kinds.ts";
import type { Plain } from "./plain-settings.ts";
import type { Variables } from "./variables.ts";

/** A path's own pixels, by the names of their settings. */
export const pixelKinds = {
  media: is.httpUrl,
  tracking: is.httpUrl,
  "ad-tracking": is.httpUrl,
  meta: is.metaId,
  tiktok: is.tiktokId,
};
/** `off`: not on this path. */
export type OwnPixels = Partial<Record<keyof typeof pixelKinds, string>>;

/** Where TrustedForm's script puts the certificate's address, by its own word. */
const trustedFormField = "xxTrustedFormCertUrl";

/** @param ownPixels of single paths */
export function pageScriptSettings(given: Variables & Plain, ownPixels: Record<string, OwnPixels>) {
  return {
    pixels: pixelSettings(given.pixels, ownPixels),
    pageScripts: pageScripts(given),
    callTracker: callTracker(given),
    certificates: certificates(given),
  };
}

/** Scripts of survey pages, each only where it is configured. Nothing in here is secret: it is in the page. */
function pageScripts({ scripts }: Plain): PageScripts {
  const { "everflow-domain": everflow, "jornaya-campaign": jornaya } = scripts;
  const { "public-ip": publicIp, "public-ip-fallback": fallback } = scripts;
  return {
    ...(everflow && { everflow: { script: `${everflow}/scripts/main.js` } }),
    ...(scripts.trustedform && {
      trustedForm: { script: scripts["trustedform-script"], field: trustedFormField },
    }),
    ...(jornaya && {
      jornaya: { script: `${scripts["jornaya-script"]}/${encodeURIComponent(jornaya)}.js` },
    }),
    ...(publicIp && { publicIp: { urls: fallback ? [publicIp, fallback] : [publicIp] } }),
  };
}

/** The provider of the phone number shown; undefined: the configured one stays. */
function callTracker({ scripts }: Plain): CallTracker | undefined {
  const { "retreaver-campaign": campaign, "ringba-tag": tag } = scripts;
  if (campaign) {
    return { retreaver: { script: scripts["retreaver-script"], api: scripts["retreaver-host"], campaign } };
  }
  return tag ? { ringba: { script: `${scripts["ringba-script"]}/${encodeURIComponent(tag)}` } } : undefined;
}

/** The services that are asked about certificates in the background; `origins` are where one may come from. */
function certificates(given: Variables & Plain) {
  const { TRUSTEDFORM_API_KEY: apiKey, JORNAYA_ACCOUNT_CODE: account } = given;
  return {
    origins: given.scripts["trustedform-cert-origins"],
    trustedForm: apiKey ? { apiKey } : undefined,
    jornaya: account ? { url: given.JORNAYA_API_URL, account } : undefined,
  };
}

/** @param own pixels of single paths */
function pixelSettings(given: Plain["pixels"], own: Record<string, OwnPixels>): PixelSettings {
  const everywhere: OwnPixels = {
    media: given.media,
    tracking: given.tracking,
    "ad-tracking": given["ad-tracking"],
    meta: given.meta,
    tiktok: given.tiktok,
  };
  const ofPaths = Object.entries(own).map(([path, chosen]) => [
    path,
    pixels({ ...everywhere, ...chosen }, given),
  ]);
  return { everywhere: pixels(everywhere, given), at: Object.fromEntries(ofPaths) };
}

function pixels(chosen: OwnPixels, given: Plain["pixels"]): Pixels {
  const on = Object.fromEntries(
    Object.entries(chosen).filter(([, value]) => value !== undefined && value !== "off"),
  ) as OwnPixels;
  const { media, tracking, "ad-tracking": adTracking, meta, tiktok } = on;
  const social = {
    ...(meta && {
      meta: { id: meta, script: given["meta-script"], image: given["meta-image"] },
    }),
    ...(tiktok && { tiktok: { id: tiktok, script: given["tiktok-script"] } }),
  };
  return {
    ...(media && { loadMediaScript: media }),
    ...(tracking && { loadTrackingPixel: tracking }),
    ...(adTracking && { loadAdTrackingScript: adTracking }),
    ...((meta || tiktok) && { loadSocialPixel: social }),
  };
}
