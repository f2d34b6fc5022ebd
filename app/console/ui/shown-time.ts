/** `Nov 23, 11:04:09 EST` in the site's time zone; the year only where it is another. */
export function shownTime(at: number, timeZone: string, now = Date.now()): string {
  const year = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear() ? undefined : "numeric";
  return new Date(at).toLocaleString("en-US", {
    timeZone,
    month: "short",
    day: "numeric",
    year,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
}
