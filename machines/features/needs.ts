/** The common part of every folder's list of features. */
type Listed = { name: string; needs?: readonly string[] };

/**
 * Returns a list of features after checking that each has what it needs in it.
 * @param file the list's own, for the error message
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
