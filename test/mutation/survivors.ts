/** Mutants that no test can notice, because the program does the same with them, each with the reason. */
export const survivors: readonly { file: string; mutant: string; reason: string }[] = [];
