import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { entryInArm } from "../../machines/arm-entry.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import type { Variant } from "../../machines/variant.ts";
import { learnedSteps } from "../../machines/what-if/learned-steps.ts";
import type { World } from "../../machines/what-if/world.ts";
import { Refusal } from "../../services/commands/program.ts";
import { root } from "../graphs/root.ts";
import { readAt } from "../graphs/tree.ts";
import { rulesOf, type SiteRules } from "./rules-of.ts";

type Loaded = { world: World; variant: Required<Variant> };

/**
 * A survey as it is at a revision, or in the working tree: its chart with its own questions and rules.
 * @throws Refusal where there is no such survey or revision
 */
export function worldAt(code: string, revision: string | undefined, site: SiteRules): Promise<Loaded> {
  return revision === undefined
    ? worldIn(root, code, site)
    : readAt(revision, (folder) => worldIn(folder, code, site));
}

async function worldIn(folder: string, code: string, site: SiteRules): Promise<Loaded> {
  const load = (file: string) => import(pathToFileURL(join(folder, "machines", file)).href);
  const { variants, findEntry } = await load("registry.ts");
  const variant: Required<Variant> | undefined = variants.get(code);
  if (!variant) throw new Refusal(`There is no survey ${code}.`);
  const { stepNamed } = await load("steps/index.ts");
  const { leadSoFar } = await load("simulator/lead-so-far.ts");
  const { payloadsOf } = await load("lead/payloads.ts");
  const own = Object.entries(variant.entries)[0]!;
  const entryAt: World["entryAt"] = ({ path, arm }) => {
    const named: SurveyEntry | undefined = findEntry(path);
    const found = named && entryInArm(named, arm, findEntry);
    return found?.variant === variant ? found : { path: own[0], variant, defaults: own[1] };
  };
  return {
    variant,
    world: {
      steps: learnedSteps(variant.machine),
      rules: rulesOf(folder, variant, site),
      entryAt,
      question: (name) => stepNamed(name, variant.machine),
      lead: (entry, context) => leadSoFar(entry, context, site),
      payloads: (entry, { record }, { answers, today }) =>
        payloadsOf(entry.variant, record, { id: "", answers, today, transformedAffid: "" }),
    },
  };
}
