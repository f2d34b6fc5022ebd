import { createHash } from "node:crypto";
import type { Variant } from "../../machines/variant.ts";
import { rulesCode } from "./rules-code.ts";

/**
 * A digest of a variant's graph and of the source of every rule that charts refer to, kept with each visit and consent:
 * two flows, or two versions of a rule, never share one. Formatting, comments and compilers do not change it.
 * @returns 12 hexadecimal digits
 */
export const machineVersion = versionWith(rulesCode);

/** @param rules the code of the guards and actions of all charts, and of what they refer to */
export function versionWith(rules: string): (variant: Variant) => string {
  const known = new WeakMap<Variant, string>();
  return (variant) => {
    const version = known.get(variant) ?? digestOf(graphOf(variant), rules);
    known.set(variant, version);
    return version;
  };
}

function digestOf(...texts: string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("hex").slice(0, 12);
}

/** The chart as it is written; a function, such as `and([…])`, by its name and what it was made of. */
function graphOf({ machine }: Variant): string {
  return JSON.stringify(machine.config, (_name, value) =>
    typeof value === "function" ? { name: value.name, ...value } : value,
  );
}
