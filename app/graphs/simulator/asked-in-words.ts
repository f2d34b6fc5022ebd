import { guardInWords } from "../../../machines/graph/words.ts";
import type { AskedGuard } from "../../../machines/simulator/traced.ts";

/** Guards that were asked, in words and each once: `at fault: yes (at_Fault is yes)`. */
export function askedInWords(asked: readonly AskedGuard[]): string[] {
  return [...new Set(asked.map(inWords))];
}

function inWords({ name, holds, read }: AskedGuard): string {
  const values = read.map(
    ({ path, value }) => `${path.replace(/^(answers|event\.output)\./, "")} is ${value}`,
  );
  return `${guardInWords(name)}: ${holds ? "yes" : "no"}${values.length > 0 ? ` (${values.join(", ")})` : ""}`;
}
