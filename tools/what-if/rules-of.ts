import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Variant } from "../../machines/variant.ts";
import { filesBehind, modulesIn } from "../graphs/modules.ts";

/** The site's settings that a lead is judged by. */
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

/** The files that make a lead and its payloads. */
const leadFiles = ["simulator/lead-so-far.ts", "lead/payloads.ts"];

/**
 * The code that makes leads and their payloads, without the limits that it does not use.
 * @param folder of the project, at some revision
 */
export function leadCodeIn(folder: string): string {
  const machines = join(folder, "machines");
  const modules = modulesIn(machines);
  const texts = filesBehind(modules, leadFiles).map(
    (file) => modules.get(file)?.source.text ?? readFileSync(join(machines, file), "utf8"),
  );
  return withoutUnused(texts.join("\n"));
}

/** A digest of what decides a lead besides the visit: code, the variant without its chart, and settings. */
export function rulesOf(
  leadCode: string,
  { machine, ...variant }: Required<Variant>,
  site: SiteRules,
): string {
  const hash = createHash("sha256").update(JSON.stringify([variant, site]));
  return hash.update(leadCode).digest("hex");
}

/** Code without exported numbers that nothing uses; all are kept if a file is imported as a whole. */
function withoutUnused(code: string): string {
  if (/\bimport \* as \w+ from "\./.test(code)) return code;
  const words = new Map<string, number>();
  for (const [word] of code.matchAll(/[\w$]+/g)) words.set(word, (words.get(word) ?? 0) + 1);
  return code.replace(/^export const (\w+) = [\d_.]+;$/gm, (line, name: string) =>
    words.get(name) === 1 ? "" : line,
  );
}
