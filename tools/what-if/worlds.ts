import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SurveyEntry } from "../../machines/registry.ts";
import { entryInArm } from "../../machines/registry.ts";
import type { Variant } from "../../machines/variant.ts";
import { learnedSteps } from "../../machines/what-if/learned-steps.ts";
import type { World } from "../../machines/what-if/world.ts";
import type { SiteRules } from "./rules-of.ts";

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
  const { leadSoFar } = await load("simulator/lead-so-far.ts");
  const { payloadsOf } = await load("lead/payloads.ts");
  const [ownPath, ownDefaults] = Object.entries(variant.entries)[0]!;
  const entryAt: World["entryAt"] = ({ path, arm }) => {
    const named: SurveyEntry | undefined = findEntry(path);
    const found = named && entryInArm(named, arm, findEntry);
    return found?.variant === variant ? found : { path: ownPath, variant, defaults: ownDefaults };
  };
  return {
    variant,
    world: {
      steps: learnedSteps(variant.machine),
      rules,
      entryAt,
      question: (name) => stepNamed(name, variant.machine),
      lead: (entry, context) => leadSoFar(entry, context, site),
      payloads: (entry, { record }, { answers, today }) =>
        payloadsOf(entry.variant, record, { id: "", answers, today, transformedAffid: "" }),
    },
  };
}
