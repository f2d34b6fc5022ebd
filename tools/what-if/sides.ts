import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Registry } from "../../machines/registry.ts";
import type { Variant } from "../../machines/variant.ts";
import { digest, digestOf } from "../graphs/digests.ts";
import { type Module, modulesIn } from "../graphs/modules.ts";
import { everythingBehind, exported, piecesIn } from "../graphs/pieces.ts";
import { readFrom, type Tree, treeIn } from "../graphs/tree.ts";
import { leadCodeIn, rulesOf, type SiteRules } from "./rules-of.ts";

/** The project on one side of a comparison, read once for all surveys. */
export type Side = Pick<Registry, "variants" | "findEntry"> & {
  tree: Tree;
  /** A digest of everything that a survey's leads are judged by. */
  rules(code: string): string;
  /** A digest of what decides a visit's result: chart, questions, the code behind them, and rules. */
  fingerprint(code: string): string;
  /** Everything that decides which survey an unlisted address shows, as a text to compare. */
  finding: string;
};

export type Sides = { before: Side; after: Side };

/** Reads the project in a folder. @param revision that it is a copy of; undefined for the working tree */
export function sideAt(revision: string | undefined, folder: string, site: SiteRules): Promise<Side> {
  return readFrom(revision ?? "the working tree", () => sideIn(folder, site));
}

async function sideIn(folder: string, site: SiteRules): Promise<Side> {
  const load = (file: string) => import(pathToFileURL(join(folder, "machines", file)).href);
  const tree = await treeIn(folder);
  const { variants, findEntry }: Registry = await load("registry.ts");
  const declared: Record<string, unknown> = await load("variants/index.ts");
  const { stepNamed } = await load("steps/index.ts");
  const modules = modulesIn(join(folder, "machines"));
  const codeBehind = codeIn(modules);
  const leadCode = leadCodeIn(folder);
  const rules = (code: string) => rulesOf(leadCode, variants.get(code)!, site);
  const landingParts = [...variants.values()].map(({ code, landingPart }) => [code, landingPart]);
  const finders = ["registry.ts", "survey-path.ts"].map((file) => modules.get(file)?.source.text);
  return {
    ...{ tree, variants, findEntry, rules },
    fingerprint(code) {
      const { machine } = variants.get(code)!;
      const [name = ""] = Object.entries(declared).find(([, each]) => each === variants.get(code)) ?? [];
      // A question's wording does not affect what happens.
      const questions = Object.keys(machine.root.states).map((state) => ({
        ...stepNamed(state, machine),
        wording: undefined,
      }));
      return digest(JSON.stringify([machine.config, questions, codeBehind(name, machine), rules(code)]));
    },
    finding: JSON.stringify([finders, landingParts.filter(([, part]) => part)]),
  };
}

/** Finds a digest of the code behind a survey, or of all code if the survey's own cannot be told apart. */
function codeIn(modules: ReadonlyMap<string, Module>) {
  const holders = ["guards", "actions"].map((holder) => piecesIn(modules, holder));
  const sources = [...modules].map(([file, { source }]) => ({ file, source }));
  const isTraceable = sources.every(({ source }) =>
    source.statements.every((statement) => byName.test(statement.getText())),
  );
  const everything = digest(sources.map(({ file, source }) => `${file}\n${source.text}`).join("\n"));
  return (name: string, { implementations: { guards, actions } }: Variant["machine"]): string => {
    const declaration = exported(modules, { file: "variants/index.ts", name });
    const isFound = [guards, actions].every((parts, index) =>
      Object.keys(parts).every((part) => holders[index]!.has(part)),
    );
    if (!declaration || !isFound || !isTraceable) return everything;
    return digestOf(everythingBehind(modules, [declaration], holders));
  };
}

/** Names can be traced through these statements. Not: defaults but of data, `export *`, local `export { … }`, effects. */
const byName =
  /^(?:export )?(?:const|let|(?:async )?function\*?|class) |^import (?:\{|\* as |\w+ from "[^"]+\.json")|^export \{(?:\}|[^}]*\} from )/;
