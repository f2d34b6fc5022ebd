/** What lists of features have in common, in each house. */
type Listed = { name: string; needs?: readonly string[] };

/**
 * A list of features, once each of them was seen to have in it what it needs.
 * @param file the list's own, for who took a line out of it
 * @throws an Error of one sentence, which stops a build and a start
 */
export function complete<Own extends Listed>(features: readonly Own[], file: string): readonly Own[] {
  const names = new Set(features.map(({ name }) => name));
  for (const { name, needs = [] } of features) {
    const missing = needs.find((needed) => !names.has(needed));
    if (missing) throw new Error(`The feature ${name} needs ${missing}, which has no line in ${file}.`);
  }
  return features;
}
