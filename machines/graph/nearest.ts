/** The known name closest to a misspelled one; undefined where none is close. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((each) => ({ each, far: distance(name.toLowerCase(), each.toLowerCase()) }));
  const [best] = distances.sort((one, other) => one.far - other.far);
  return best && best.far <= Math.max(2, name.length / 3) ? best.each : undefined;
}

/** How many letters have to be added, left out or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const replaced = row[to]! + Number(letter !== other[to]);
      next.push(Math.min(replaced, row[to + 1]! + 1, next[to]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
