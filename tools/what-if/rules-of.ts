import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Variant } from "../../machines/variant.ts";
import { filesBehind, modulesIn } from "../graphs/modules.ts";

/** What a lead is derived and sent by besides the rules. */
export type SiteRules = {
  forceEarlyTreatment: boolean;
  partialFaultStates: string[];
  reservedSurnames: string[];
};

/** The rules of a site that sets none. */
export const usualRules: SiteRules = {
  forceEarlyTreatment: true,
  partialFaultStates: [],
  reservedSurnames: [],
};

/** Where a lead and its payloads are made. */
const leadFiles = ["simulator/lead-so-far.ts", "lead/payloads.ts"];

/**
 * All that a lead follows from besides a visit: the code that makes it, what a variant says of its lead, and the site's settings.
 * @param folder of the project, at some revision
 * @returns a digest
 */
export function rulesOf(folder: string, { machine, ...variant }: Required<Variant>, site: SiteRules): string {
  const machines = join(folder, "machines");
  const modules = modulesIn(machines);
  const hash = createHash("sha256").update(JSON.stringify([variant, site]));
  for (const file of filesBehind(modules, leadFiles)) {
    hash.update(modules.get(file)?.source.text ?? readFileSync(join(machines, file)));
  }
  return hash.digest("hex");
}
