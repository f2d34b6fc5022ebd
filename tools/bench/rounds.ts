/**
 * Runs every subject once per round, each round in the reverse order of the one before, so that a machine
 * that slows down or warms up meanwhile favours none.
 * @returns one result per round for each subject
 */
export async function interleaved<Name extends string, Result>(
  rounds: number,
  subjects: Record<Name, () => Result | Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(subjects) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      results[name].push(await subjects[name]());
    }
  }
  return results;
}
