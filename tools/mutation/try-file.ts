import type { Mutant } from "./operators.ts";
import { openSession } from "./session.ts";
import { testsOf } from "./tests-of.ts";

export type Tried = {
  /** Mutants that no test notices. */
  surviving: Mutant[];
  /** Test files that fail without a mutant, and so can notice none. */
  broken: string[];
};

/**
 * Tries every mutant of a file. First each test with the mutants on its way, all in one run; what no test
 * noticed then gets a run of its own per test file, from the first import on.
 * @param say told how far it is
 */
export async function tryFile(
  file: string,
  mutants: readonly Mutant[],
  say: (progress: string) => void,
): Promise<Tried> {
  const session = await openSession(file, mutants);
  const alive = new Set(mutants.keys());
  const broken: string[] = [];
  const tests: { path: string; reached: Set<number> }[] = [];
  for (const path of testsOf(file)) {
    say(`${alive.size} left, trying ${path}`);
    // The switch numbers mutants from 1.
    const found = await session.tryEach(
      path,
      [...alive].map((index) => index + 1),
    );
    if (!found) {
      broken.push(path);
      continue;
    }
    tests.push({ path, reached: new Set(found.reached) });
    for (const number of found.killed) alive.delete(number - 1);
  }
  for (const index of alive) {
    say(`${alive.size} left, running again for line ${mutants[index]!.line}`);
    for (const { path, reached } of tests) {
      if (!reached.has(index + 1) || !(await session.fails(path, index + 1))) continue;
      alive.delete(index);
      break;
    }
  }
  await session.close();
  return { surviving: mutants.filter((_, index) => alive.has(index)), broken };
}
