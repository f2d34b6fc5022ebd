/**
 * Mutants that no test can notice, because the program does the same with them, each with the reason. A
 * mutant is named as `npm run mutants` names it.
 */
export const survivors: readonly { file: string; mutant: string; reason: string }[] = [];
