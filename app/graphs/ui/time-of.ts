const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A moment as analysts read it: `2026-11-01 01:00 EDT`; the zone distinguishes a repeated hour.
 * @param at epoch milliseconds
 */
export function timeOf(at: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZoneName: "short",
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, timeZoneName } = parts;
  return `${year}-${month}-${day} ${hour}:${minute} ${timeZoneName}`;
}

/** A day since 1970 as a date. */
export function dayInWords(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
