const longest = 200;
/** What is read of a reason: the patterns' time grows with the square of the length. */
const longestRead = 2_000;

/** A vendor's reason in its own words, cut, and without what may be an address or a number of the visitor's. */
export function reasonOf(given: string | null | undefined): string {
  const text = (given ?? "")
    .slice(0, longestRead)
    .replace(/\S+@\S+/g, "…")
    .replace(/[+(]*\d[\d\s().-]{5,}\d/g, "…")
    .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim();
  return text.slice(0, longest) || "no reason given";
}
