/** Third-party scripts of survey pages, by address and public id; absent where not configured. */
export type PageScripts = {
  everflow?: { script: string };
  /** Certificates of the consent; `field` is the hidden input that the script adds to the form. */
  trustedForm?: { script: string; field: string };
  jornaya?: { script: string };
  /** Services that say the visitor's own address, asked in this order. */
  publicIp?: { urls: string[] };
};

/** The service that provides the phone number shown. */
export type CallTracker =
  | { retreaver: { script: string; api: string; campaign: string } }
  | { ringba: { script: string } };

/** What the page's scripts have reported so far, as a page's posts carry it. */
export type Reported = { trustedFormUrl?: string; leadidToken?: string; publicIp?: string };

/** The findings of the page's scripts; `click` is the id of a registered click. */
export type ClientReport = Reported & { click?: string };

/** What a survey's effects load, by the effect's name; absent where not configured. */
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

/** The pixels of the survey at this path. */
export function pixelsAt({ everywhere, at }: PixelSettings, path: string): Pixels {
  return at[path] ?? everywhere;
}
