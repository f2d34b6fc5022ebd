import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type World, worldOf } from "../../../machines/features/what-if/world.ts";
import type { Variant } from "../../../machines/variant.ts";
import { modulesIn } from "../../graphs/modules.ts";
import { disqualificationIn } from "../../graphs/tree.ts";
import { filesBehind } from "./behind.ts";

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

/** The file that makes a lead; revisions from before 29 November 2026 have it elsewhere. @param machines of a copy of the project */
const leadFileIn = (machines: string) =>
  ["model/lead-so-far.ts", "simulator/lead-so-far.ts"].find((file) => existsSync(join(machines, file)))!;

/**
 * The code that makes leads and their payloads, without the limits that it does not use.
 * @param folder of the project, at some revision
 */
export function leadCodeIn(folder: string): string {
  const machines = join(folder, "machines");
  const modules = modulesIn(machines);
  const texts = filesBehind(modules, [leadFileIn(machines), "lead/payloads.ts"]).map(
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

/**
 * A survey as in a copy of the project: its chart, with the questions and rules of that copy.
 * @param rules digest of its rules, see `World`
 */
export async function worldIn(
  folder: string,
  code: string,
  site: SiteRules,
  rules: string,
): Promise<{ world: World; variant: Required<Variant> }> {
  const load = (file: string) => import(pathToFileURL(join(folder, "machines", file)).href);
  const { variants, findEntry } = await load("registry.ts");
  const variant: Required<Variant> = variants.get(code);
  const { stepNamed } = await load("steps/index.ts");
  const { disqualification } = await load(disqualificationIn(folder));
  const { leadSoFar } = await load(leadFileIn(join(folder, "machines")));
  const { payloadsOf } = await load("lead/payloads.ts");
  const parts = { findEntry, questions: stepNamed, judge: disqualification, leadSoFar, payloadsOf };
  return { variant, world: worldOf(parts, variant, site, { rules }) };
}
