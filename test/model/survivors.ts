/**
 * Mutants that no test can tell from what they were made of, by chart or file, each with the reason. One that
 * is killed, or is no longer made, has to leave this list.
 */
export const survivors: Record<string, Record<string, string>> = {};
