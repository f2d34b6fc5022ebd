import type { DeviceClass } from "./types.ts";

/** No browser's is longer. The time that one pattern takes grows with the square of the length. */
const longest = 1_000;

/** The broad class of a browser by its User-Agent, which is not kept itself. A tablet may say it is a desktop. */
export function deviceClass(given: string): DeviceClass {
  const userAgent = given.slice(0, longest);
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  if (/Mobi|iPhone|iPod|Android/i.test(userAgent)) return "phone";
  return /Windows NT|Macintosh|X11|CrOS/i.test(userAgent) ? "desktop" : "other";
}
