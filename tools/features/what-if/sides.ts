import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Registry } from "../../../machines/registry.ts";
import type { Variant } from "../../../machines/variant.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { digest, digestOf } from "../../graphs/digests.ts";
import { type Module, modulesIn } from "../../graphs/modules.ts";
import { exported, piecesIn } from "../../graphs/pieces.ts";
import { readFrom, type Tree, treeIn } from "../../graphs/tree.ts";
import { everythingBehind } from "./behind.ts";
import { leadCodeIn, rulesOf, type SiteRules } from "./worlds.ts";

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
  const finders = ["registry.ts", "rules/survey-path.ts"].map((file) => modules.get(file)?.source.text);
  return {
    tree,
    variants,
    findEntry,
    rules,
    fingerprint(code) {
      const { machine } = variants.get(code)!;
      const [name = ""] = Object.entries(declared).find(([, each]) => each === variants.get(code)) ?? [];
      // A question's words do not affect what happens; earlier releases have them in the question itself.
      const questions = Object.keys(machine.root.states).map((state) => ({
        ...stepNamed(state, machine),
        words: undefined,
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

/** The surveys by how an edit affects them, each list in the registry's order. */
export type Selection = {
  touched: string[];
  untouched: string[];
  /** Surveys that only one side has, so that no visit can be replayed through both. */
  added: string[];
  removed: string[];
};

/** Finds the surveys that an edit may touch. If in doubt, a survey counts as touched. */
export function selectionOf({ before, after }: Sides): Selection {
  const [was, is] = [before, after].map(({ variants }) => [...variants.keys()]) as [string[], string[]];
  const common = is.filter((code) => before.variants.has(code));
  const isTouched = areShownAlike({ before, after })
    ? (code: string) => before.fingerprint(code) !== after.fingerprint(code)
    : () => true;
  const touched = common.filter(isTouched);
  return {
    touched,
    untouched: common.filter((code) => !touched.includes(code)),
    added: is.filter((code) => !before.variants.has(code)),
    removed: was.filter((code) => !after.variants.has(code)),
  };
}

/** One survey, whether the edit may touch it or not. @throws Refusal unless both sides have it */
export function onlySurvey(
  code: string,
  { before, after }: Record<keyof Sides, Pick<Side, "variants">>,
): Selection {
  if (!before.variants.has(code) || !after.variants.has(code))
    throw new Refusal(`There is no survey ${code}.`);
  return { touched: [code], untouched: [], added: [], removed: [] };
}

/**
 * True if each address that showed a survey still shows the same one. Otherwise any survey may be touched,
 * because an experiment's arm shows a survey at another one's address, with that one's presets.
 */
function areShownAlike({ before, after }: Sides): boolean {
  const known = [...before.variants.values(), ...after.variants.values()].flatMap(({ entries }) =>
    Object.keys(entries),
  );
  return (
    before.finding === after.finding &&
    known.every((path) => [undefined, shownAt(after, path)].includes(shownAt(before, path)))
  );
}

/** The survey and the presets of an address, as a text to compare. */
function shownAt({ findEntry }: Side, path: string): string | undefined {
  const found = findEntry(path);
  return found && JSON.stringify([found.variant.code, found.defaults]);
}
