import { createHash } from "node:crypto";
import type { Variant } from "../../machines/variant.ts";

const known = new WeakMap<Variant, string>();

/**
 * A hash of a variant's chart, its guards' and actions' own text included, kept with every visit and
 * consent so that a change of flow can be told apart.
 */
export function machineVersion(variant: Variant): string {
  const version =
    known.get(variant) ?? createHash("sha256").update(written(variant)).digest("hex").slice(0, 12);
  known.set(variant, version);
  return version;
}

function written({ machine }: Variant): string {
  const { guards, actions } = machine.implementations;
  return JSON.stringify([machine.config, guards, actions], (_name, value) =>
    typeof value === "function" ? String(value) : value,
  );
}
