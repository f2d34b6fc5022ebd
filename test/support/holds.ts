/**
 * Marks a test, or all tests of a `describe`, with the requirements it holds, by their numbers in
 * docs/spec/requirements.md. `npx vitest --tags-filter R358` runs the tests of one requirement.
 */
export function holds(...numbers: number[]): { tags: string[] } {
  return { tags: numbers.map(tagOf) };
}

/** The tag of one requirement. */
export function tagOf(number: number): string {
  return `R${number}`;
}
