/**
 * Which module belongs to which of the scripts that islands share, and for which a first question has a stand-in. All
 * are paths from the project's folder, or prefixes of paths; a build fails for one that matches nothing.
 */
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** The modules whose paths begin with one of `has`, except those that begin with one of `but`. */
type Script = { name: string; has: readonly string[]; but?: readonly string[] };

/**
 * Few and large, which compress better. A page requests only those it runs; the menu needs XState alone. A module
 * belongs to the first script that matches.
 */
const scripts: readonly Script[] = [
  // The loader must not pull in an island at once, so their common helper is separate.
  { name: "preload", has: ["app/ui/preload.ts"] },
  { name: "xstate", has: ["node_modules/xstate/"] },
  { name: "react", has: ["node_modules/react/", "node_modules/react-dom/", "node_modules/scheduler/"] },
  {
    name: "typed",
    has: [
      "node_modules/zod/",
      "machines/fields/schemas.ts",
      "machines/messages/error-sentence.ts",
      "machines/rules/email-suggestion.ts",
      "machines/rules/digits.ts",
      "app/ui/error-summary.tsx",
      "app/ui/text-field.tsx",
    ],
  },
  {
    name: "later",
    has: [
      "app/survey/screen/parts.tsx",
      "app/survey/screen/typed-question.tsx",
      "app/survey/screen/form-fields.tsx",
      "app/survey/screen/in-words.ts",
      "machines/messages/buyers-slot.ts",
    ],
  },
  {
    name: "form",
    has: [
      "machines/rules/answers.ts",
      "machines/fields/dates.ts",
      "machines/rules/dates.ts",
      "machines/rules/limits.ts",
      "app/ui/",
      "app/proof-of-work/post.ts",
      "machines/messages/fill.ts",
    ],
    but: [
      "app/ui/editor-address.ts",
      "app/ui/typing-mask.tsx",
      "app/ui/phone-digits.ts",
      "app/ui/honeypot",
      "app/ui/page-shell.tsx",
      "app/ui/scripts.tsx",
      "app/ui/rescue.ts",
    ],
  },
  {
    name: "chart-island",
    has: ["app/graphs/browser/chart-", "app/graphs/browser/pick-", "app/graphs/drawing/search.ts"],
  },
  {
    name: "island",
    has: ["machines/", "app/feature-scripts.ts", "app/survey/browser/", "app/survey/screen/"],
    but: [
      // What only some variants need is loaded with those.
      "machines/variants/",
      "machines/graph/words.ts",
      "machines/messages/",
      "machines/features/",
      "machines/site/",
      "machines/steps/",
      "machines/parts/f.ts",
      "machines/parts/v4nv.ts",
      "machines/parts/medical.ts",
      "machines/parts/one-page.ts",
      "machines/parts/buyers.ts",
      "machines/context/known-fields.ts",
      "machines/context/personal.ts",
      "machines/rules/compensation",
      "machines/rules/mask",
      "machines/rules/click-window",
      "machines/rules/prior-offence",
      "machines/rules/statutes",
      "machines/rules/limitation",
      "app/survey/browser/at-hand.ts",
      "app/survey/browser/blocked.ts",
      "app/survey/browser/click-window.ts",
      "app/survey/browser/live-meter.tsx",
      "app/survey/screen/survey-page.tsx",
      "app/survey/screen/rare-parts.tsx",
      "app/survey/screen/ends.module.css",
    ],
  },
];

/** Scripts that every island has loaded before it asks for more. */
export const loadedBefore = ["react", "xstate", "form", "preload"];

/** @param id a module as Vite names it @returns its script; undefined: Vite decides */
export function scriptOf(id: string): string | undefined {
  const file = id.replace(/^\0/, "");
  const path = relative(root, file);
  const begins = (part: string) =>
    part.startsWith("node_modules/") ? file.includes(`/${part}`) : path.startsWith(part);
  return scripts.find(({ has, but = [] }) => has.some(begins) && !but.some(begins))?.name;
}

/** Imports, as these files write them, that `laterParts` replaces: they are loaded behind a first question. */
const later: readonly { imported: string; by: readonly string[] }[] = [
  { imported: "./parts.tsx", by: ["app/survey/screen/question.tsx", "app/survey/screen/question-form.tsx"] },
  {
    imported: "./rare-parts.tsx",
    by: ["app/survey/screen/question.tsx", "app/survey/screen/form-fields.tsx"],
  },
  { imported: "./schemas.ts", by: ["machines/fields/parse-answer.ts"] },
];

/** The stand-in. */
export const laterParts = join(root, "app/survey/browser/later-parts.ts");

/** Whether an import is one of `later`. @param importer path of the file that contains it */
export function isLater(imported: string, importer: string): boolean {
  return later.some((each) => each.imported === imported && each.by.includes(relative(root, importer)));
}

/** Names here that match nothing any more; each completes "app/server/building/scripts.ts names". */
export function namesOfNothing(): string[] {
  const parts = scripts.flatMap(({ has, but = [] }) => [...has, ...but]);
  const names = scripts.map(({ name }) => name);
  const text = (file: string) => readFileSync(join(root, file), "utf8");
  return [
    ...parts.filter((part) => globSync(part.endsWith("/") ? part : `${part}*`, { cwd: root }).length === 0),
    ...loadedBefore.filter((name) => !names.includes(name)),
    ...later.flatMap(({ imported, by }) =>
      by.filter((file) => !text(file).includes(`from "${imported}"`)).map((file) => `${imported} in ${file}`),
    ),
  ];
}
