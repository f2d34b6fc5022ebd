/** Settings of the pixels and scripts that a survey's effects load: for all surveys, and for single paths. */
import * as z from "zod";
import type { PixelSettings, Pixels } from "../../machines/site/page-scripts.ts";
import * as is from "./kinds.ts";
import { byPath } from "./paths.ts";

const metaId = z.string().regex(/^\d{5,20}$/, "a pixel id of 5 to 20 digits");
const tiktokId = z.string().regex(/^[A-Z0-9]{10,40}$/, "a pixel id of capital letters and digits");

/** What a path may set of its own, by the name it is written with. */
const kinds = {
  media: is.httpUrl,
  tracking: is.httpUrl,
  adTracking: is.httpUrl,
  meta: metaId,
  tiktok: tiktokId,
};
type Kind = keyof typeof kinds;
/** `off`: not on this path. */
type Chosen = Partial<Record<Kind, string>>;

export const pixelShape = {
  MEDIA_SCRIPT_URL: is.httpUrl.optional(),
  TRACKING_PIXEL_URL: is.httpUrl.optional(),
  AD_TRACKING_SCRIPT_URL: is.httpUrl.optional(),
  META_PIXEL_ID: metaId.optional(),
  META_PIXEL_SCRIPT_URL: is.httpUrl.default("https://connect.facebook.net/en_US/fbevents.js"),
  META_PIXEL_IMAGE_URL: is.httpUrl.default("https://www.facebook.com/tr"),
  TIKTOK_PIXEL_ID: tiktokId.optional(),
  TIKTOK_PIXEL_SCRIPT_URL: is.httpUrl.default("https://analytics.tiktok.com/i18n/pixel/events.js"),
  PAGE_PIXELS: byPath("/survey/ticket=tracking:https://example.com/pixel.gif,meta:off", readPixels).default(
    {},
  ),
};

type Checked = z.infer<z.ZodObject<typeof pixelShape>>;

export function pixelSettings(given: Checked): PixelSettings {
  const everywhere: Chosen = {
    media: given.MEDIA_SCRIPT_URL,
    tracking: given.TRACKING_PIXEL_URL,
    adTracking: given.AD_TRACKING_SCRIPT_URL,
    meta: given.META_PIXEL_ID,
    tiktok: given.TIKTOK_PIXEL_ID,
  };
  const ofPaths = Object.entries(given.PAGE_PIXELS).map(([path, own]) => [
    path,
    pixels({ ...everywhere, ...own }, given),
  ]);
  return { everywhere: pixels(everywhere, given), at: Object.fromEntries(ofPaths) };
}

function pixels(chosen: Chosen, given: Checked): Pixels {
  const on = Object.fromEntries(
    Object.entries(chosen).filter(([, value]) => value !== undefined && value !== "off"),
  ) as Chosen;
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

/** Reads `tracking:https://example.com/pixel.gif,meta:off`. */
function readPixels(text: string): { value: Chosen } | { fault: string } {
  const value: Chosen = {};
  for (const part of text.split(",").map((one) => one.trim())) {
    const [, name = part, given = ""] = /^(\w+):(.*)$/s.exec(part) ?? [];
    if (!Object.hasOwn(kinds, name))
      return { fault: `"${part}" is none of ${Object.keys(kinds).join(", ")}` };
    const read = kinds[name as Kind].safeParse(given);
    if (!read.success && given !== "off") {
      return { fault: `${name} must be ${read.error.issues[0]!.message}, or off,` };
    }
    value[name as Kind] = read.success ? read.data : "off";
  }
  return { value };
}
