/**
 * Marks a test, or all tests of a `describe`, with what it holds: requirements by their numbers in test/specification/requirements.md,
 * threats by those in test/specification/threats.md. `npx vitest --tags-filter R358` runs the tests of one requirement.
 */
export function holds(...held: (number | `T${number}`)[]): { tags: string[] } {
  return { tags: held.map((each) => (typeof each === "number" ? `R${each}` : each)) };
}
