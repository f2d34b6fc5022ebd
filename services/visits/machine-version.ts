import { createHash } from "node:crypto";
import type { Variant } from "../../machines/variant.ts";

const known = new WeakMap<Variant, string>();

/** A hash of a variant's chart, kept with every visit and lead so that a change of flow can be told apart. */
export function machineVersion(variant: Variant): string {
  const version =
    known.get(variant) ??
    createHash("sha256").update(JSON.stringify(variant.machine.config)).digest("hex").slice(0, 12);
  known.set(variant, version);
  return version;
}
