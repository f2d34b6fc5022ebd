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
 * All that a lead follows from besides a visit: the code that makes it, what a variant says of its lead, and the site's
 * settings. A limit that none of this code names is no part of it.
 * @param folder of the project, at some revision
 * @returns a digest
 */
export function rulesOf(folder: string, { machine, ...variant }: Required<Variant>, site: SiteRules): string {
  const machines = join(folder, "machines");
  const modules = modulesIn(machines);
  const texts = filesBehind(modules, leadFiles).map(
    (file) => modules.get(file)?.source.text ?? readFileSync(join(machines, file), "utf8"),
  );
  const hash = createHash("sha256").update(JSON.stringify([variant, site]));
  return hash.update(withoutUnnamed(texts.join("\n"))).digest("hex");
}

/** Code without the numbers at its top that it names nowhere else; by whatever name a whole file goes, all are kept. */
function withoutUnnamed(code: string): string {
  if (/\bimport \* as \w+ from "\./.test(code)) return code;
  const words = new Map<string, number>();
  for (const [word] of code.matchAll(/[\w$]+/g)) words.set(word, (words.get(word) ?? 0) + 1);
  return code.replace(/^export const (\w+) = [\d_.]+;$/gm, (line, name: string) =>
    words.get(name) === 1 ? "" : line,
  );
}
