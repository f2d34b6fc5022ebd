/** What survey pages load from others, by address and public id. What is not configured is absent. */
export type PageScripts = {
  everflow?: { script: string };
  /** Certificates of the consent; `field` is the hidden input that the script adds to the form. */
  trustedForm?: { script: string; field: string };
  jornaya?: { script: string };
  /** Services that say the visitor's own address, asked in this order. */
  publicIp?: { urls: string[] };
};

/** Who gives the telephone number that is shown. */
export type CallTracker =
  | { retreaver: { script: string; api: string; campaign: string } }
  | { ringba: { script: string } };

/** What the page's scripts have reported so far, as a page's posts carry it. */
export type Reported = { trustedFormUrl?: string; leadidToken?: string; publicIp?: string };

/** What the page's scripts have found out; `click` is the id of a click that was registered. */
export type ClientReport = Reported & { click?: string };

/** What a survey's effects load, by the effect's name; what is not configured is absent. */
export type Pixels = {
  loadMediaScript?: string;
  loadTrackingPixel?: string;
  loadAdTrackingScript?: string;
  loadSocialPixel?: SocialPixels;
};

/** Pixels of social networks; `image` counts a page view where no script runs. */
export type SocialPixels = {
  meta?: { id: string; script: string; image: string };
  tiktok?: { id: string; script: string };
};

/** The pixels of all surveys, and of paths that have some of their own. */
export type PixelSettings = { everywhere: Pixels; at: Record<string, Pixels> };

/** What the survey at this path loads. */
export function pixelsAt({ everywhere, at }: PixelSettings, path: string): Pixels {
  return at[path] ?? everywhere;
}
