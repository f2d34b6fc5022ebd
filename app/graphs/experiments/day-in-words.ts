/** A day since 1970 as a date. */
export function dayInWords(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
