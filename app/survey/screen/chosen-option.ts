import type { Answers } from "../../../machines/answers.ts";
import type { Option } from "../../../machines/steps/step.ts";

/**
 * The option that the given answers came from, or undefined. Of several that fit, the one recording
 * most wins: "partially" records all that "yes" does and more.
 */
export function chosenOption<T extends Option>(options: T[], values: Answers): T | undefined {
  let best: T | undefined;
  for (const option of options) {
    const records = Object.entries(option.records) as [keyof Answers, string][];
    const fits = records.length > 0 && records.every(([field, value]) => values[field] === value);
    if (fits && records.length > Object.keys(best?.records ?? {}).length) best = option;
  }
  return best;
}
