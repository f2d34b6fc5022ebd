import { parseArgs } from "node:util";

/** The options of the command that runs, each with a default; others end it with how it is used. */
export function optionsOf<Names extends string>(
  usage: string,
  defaults: Record<Names, string>,
): Record<Names, string> {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: "string" as const }]),
  );
  try {
    return { ...defaults, ...(parseArgs({ options }).values as Partial<Record<Names, string>>) };
  } catch {
    return endWithUsage(usage);
  }
}

/** Ends the command with status 2. */
export function endWithUsage(usage: string): never {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
