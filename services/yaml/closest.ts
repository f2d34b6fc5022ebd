/** The known word that was probably meant: the nearest by single-letter edits, or none when all are far. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((each) => ({ each, edits: editsBetween(word.toLowerCase(), each.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  const [best] = ranked;
  return best && best.edits <= Math.max(1, Math.floor(best.each.length / 2.5)) ? best.each : undefined;
}

/** The end of a sentence about a wrong word: what was probably meant, if anything. */
export function didYouMean(meant: string | undefined): string {
  return meant ? `; did you mean ${meant}?` : "";
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
