import type { DeviceClass } from "./types.ts";

/** The broad class of a browser by its User-Agent, which is not kept itself. A tablet may say it is a desktop. */
export function deviceClass(userAgent: string): DeviceClass {
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  if (/Mobi|iPhone|iPod|Android/i.test(userAgent)) return "phone";
  return /Windows NT|Macintosh|X11|CrOS/i.test(userAgent) ? "desktop" : "other";
}
