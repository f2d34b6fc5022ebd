/** The device class is `other` if the User-Agent does not tell. */
export const deviceClasses = ["phone", "tablet", "desktop", "other"] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/** Longer than any browser's User-Agent; one of the patterns takes time quadratic in the length. */
const longest = 1_000;

/** The device class by User-Agent, which itself is not stored. Some tablets claim to be desktops. */
export function deviceClass(given: string): DeviceClass {
  const userAgent = given.slice(0, longest);
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  if (/Mobi|iPhone|iPod|Android/i.test(userAgent)) return "phone";
  return /Windows NT|Macintosh|X11|CrOS/i.test(userAgent) ? "desktop" : "other";
}
