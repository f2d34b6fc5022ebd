/** Settings of the pixels and scripts that a survey's effects load: for all surveys, and for single paths. */
import * as z from "zod";
import type { PixelSettings, Pixels } from "../../machines/site/page-scripts.ts";
import * as is from "./kinds.ts";

const metaId = z.string().regex(/^\d{5,20}$/, "a pixel id of 5 to 20 digits");
const tiktokId = z.string().regex(/^[A-Z0-9]{10,40}$/, "a pixel id of capital letters and digits");

/** What a path may set of its own, by the name it is written with. */
export const pixelKinds = {
  media: is.httpUrl,
  tracking: is.httpUrl,
  adTracking: is.httpUrl,
  meta: metaId,
  tiktok: tiktokId,
};
/** `off`: not on this path. */
export type OwnPixels = Partial<Record<keyof typeof pixelKinds, string>>;

export const pixelShape = {
  MEDIA_SCRIPT_URL: is.httpUrl.optional(),
  TRACKING_PIXEL_URL: is.httpUrl.optional(),
  AD_TRACKING_SCRIPT_URL: is.httpUrl.optional(),
  META_PIXEL_ID: metaId.optional(),
  META_PIXEL_SCRIPT_URL: is.httpUrl.default("https://connect.facebook.net/en_US/fbevents.js"),
  META_PIXEL_IMAGE_URL: is.httpUrl.default("https://www.facebook.com/tr"),
  TIKTOK_PIXEL_ID: tiktokId.optional(),
  TIKTOK_PIXEL_SCRIPT_URL: is.httpUrl.default("https://analytics.tiktok.com/i18n/pixel/events.js"),
};

type Checked = z.infer<z.ZodObject<typeof pixelShape>>;

/** @param own pixels of single paths */
export function pixelSettings(given: Checked, own: Record<string, OwnPixels>): PixelSettings {
  const everywhere: OwnPixels = {
    media: given.MEDIA_SCRIPT_URL,
    tracking: given.TRACKING_PIXEL_URL,
    adTracking: given.AD_TRACKING_SCRIPT_URL,
    meta: given.META_PIXEL_ID,
    tiktok: given.TIKTOK_PIXEL_ID,
  };
  const ofPaths = Object.entries(own).map(([path, chosen]) => [
    path,
    pixels({ ...everywhere, ...chosen }, given),
  ]);
  return { everywhere: pixels(everywhere, given), at: Object.fromEntries(ofPaths) };
}

function pixels(chosen: OwnPixels, given: Checked): Pixels {
  const on = Object.fromEntries(
    Object.entries(chosen).filter(([, value]) => value !== undefined && value !== "off"),
  ) as OwnPixels;
  const { media, tracking, adTracking, meta, tiktok } = on;
  const social = {
    ...(meta && {
      meta: { id: meta, script: given.META_PIXEL_SCRIPT_URL, image: given.META_PIXEL_IMAGE_URL },
    }),
    ...(tiktok && { tiktok: { id: tiktok, script: given.TIKTOK_PIXEL_SCRIPT_URL } }),
  };
  return {
    ...(media && { loadMediaScript: media }),
    ...(tracking && { loadTrackingPixel: tracking }),
    ...(adTracking && { loadAdTrackingScript: adTracking }),
    ...((meta || tiktok) && { loadSocialPixel: social }),
  };
}
