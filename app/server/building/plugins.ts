import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { parse } from "yaml";
import { variantFilesList, wordFilesList } from "./built-files.ts";

/**
 * Part of the build for the server: the layout of every chart. Graphviz would block the site for a second for the list
 * of all charts.
 */
export const chartLayouts: Plugin = {
  name: "chart-layouts",
  apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  async load(id) {
    if (!id.endsWith("/app/graphs/drawing/layouts.ts")) return undefined;
    const { charts }: typeof import("../../../machines/charts.ts") = await source("machines/charts.ts");
    const { graphOf }: typeof import("../../../machines/graph/graph.ts") =
      await source("machines/graph/graph.ts");
    const { viewOf }: typeof import("../../../machines/graph/view.ts") =
      await source("machines/graph/view.ts");
    const { layOut }: typeof import("../../graphs/drawing/lay-out.ts") = await source(
      "app/graphs/drawing/lay-out.ts",
    );
    // Each as a text, of which a start makes nothing.
    const layouts = charts.map((chart) => {
      const text = JSON.stringify(JSON.stringify(layOut(viewOf(graphOf(chart)))));
      return `get ${JSON.stringify(chart.code)}() { return JSON.parse(${text}); }`;
    });
    return `export const layouts = { ${layouts.join(", ")} };`;
  },
};

/** Vite must not see these imports: it restarts whenever a file that its configuration imports changes. */
function source(file: string) {
  return import(pathToFileURL(join(import.meta.dirname, "../../..", file)).href);
}

const require = createRequire(import.meta.url);

/** React, and what it and XState's hooks bring along: CommonJS, with a file for production that their entries choose. */
const ofReact = /^(?:react|react-dom|scheduler|use-sync-external-store)(?:\/[\w/-]+)?$/;

/**
 * The file that a package's entry loads in production. React 18 has what its shim imitates for older versions.
 * @param id as it is imported: `react-dom/client`
 * @returns undefined where the entry has another form: then Vite takes the package as it is, a twentieth heavier, which
 * `test/app/server/scripts.test.ts` notices
 */
function productionFile(id: string): string | undefined {
  if (!ofReact.test(id)) return undefined;
  const entry = require.resolve(id.replace(/\/shim(?=$|\/)/, ""));
  const text = readFileSync(entry, "utf8");
  const [, file] = /= require\(["'](\.\/cjs\/[\w.-]+\.production(?:\.min)?\.js)["']\)/.exec(text) ?? [];
  if (file) return join(dirname(entry), file);
  // `react-dom/client` hands on a part of `react-dom`.
  const [, other] = /= require\(["']([\w-]+)["']\)/.exec(text) ?? [];
  return other && productionFile(other);
}

const productionFiles = new Set<string>();

/**
 * Part of the build for browsers: React's own files as ES modules, so that unused exports (the legacy roots, class
 * helpers, the scheduler's inspection) are dropped. Whole, as CommonJS, they are a twentieth heavier.
 */
export const reactModules: Plugin = {
  name: "react-modules",
  enforce: "pre",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  resolveId(id) {
    const file = productionFile(id);
    if (file) productionFiles.add(file);
    return file;
  },
  transform: (code, id) => (productionFiles.has(id) ? { code: asModule(code), map: null } : undefined),
};

/** A CommonJS file that sets `exports.name = …` as an ES module. */
function asModule(code: string): string {
  const names = new Set(Array.from(code.matchAll(/\bexports\.(\w+)\s*=/g), ([, name]) => name));
  const imports: string[] = [];
  const imported = (name: string, from: string) => imports.push(`import * as ${name} from "${from}";`);
  const body = code
    // By its name there: a module that is handed on as another one is kept whole.
    .replace(/\b([\w$]+)\s*=\s*require\("([\w/-]+)"\)(?!\.)/g, (_, name, from) => {
      return `unused_${imported(name, from)}`;
    })
    .replace(/\brequire\("([\w/-]+)"\)/g, (_, from) => {
      const name = `required_${imports.length}`;
      imported(name, from);
      return name;
    })
    .replace(/\bexports\.(\w+)/g, "exported_$1");
  return [
    ...imports,
    `var ${Array.from(names, (name) => `exported_${name}`)};`,
    body,
    `export { ${Array.from(names, (name) => `exported_${name} as ${name}`)} };`,
  ].join("\n");
}

const folder = "machines/variants";

/**
 * Part of the build: each variant as a file of its own for browsers. No script lists them, so a page's weight does not
 * depend on their number: the server names the ones that it needs.
 */
export const variantChunks: Plugin = {
  name: "variant-chunks",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  buildStart() {
    for (const file of readdirSync(folder)) {
      if (file === "index.ts") continue;
      const name = basename(file, ".ts");
      this.emitFile({ type: "chunk", id: `${folder}/${file}`, name, preserveSignature: "strict" });
    }
  },
  writeBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const first = "/app/survey/browser/island.tsx";
    const island = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(first)));
    if (!island) throw new Error(`No script has ${first}, which says what a variant need not bring along.`);
    const there = new Set([island.fileName, ...island.imports]);
    const files = chunks
      .filter(({ facadeModuleId }) => facadeModuleId?.includes(`/${folder}/`))
      .map(({ facadeModuleId, fileName, imports }) => {
        const needed = [fileName, ...imports.filter((file) => !there.has(file))];
        return [basename(facadeModuleId!, ".ts"), needed.map((file) => `/${file}`)];
      });
    mkdirSync("build", { recursive: true });
    writeFileSync(variantFilesList, JSON.stringify(Object.fromEntries(files)));
  },
};

/** What browsers get of a language's folder. */
const screenWords = /\/services\/words\/([\w-]+)\/screens\.yaml$/;

/** Each language's words of survey screens as a file of its own for browsers; no script lists them either. */
export const wordChunks: Plugin = {
  name: "word-chunks",
  enforce: "pre",
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  buildStart() {
    if (!this.meta.watchMode)
      for (const id of globSync("services/words/*/screens.yaml"))
        this.emitFile({
          type: "chunk",
          id,
          name: `words-${basename(dirname(id))}`,
          preserveSignature: "strict",
        });
  },
  // The server has checked them.
  transform: (text, id) =>
    screenWords.test(id.replace(/\?.*/, ""))
      ? { code: `export const words = ${JSON.stringify(parse(text))};`, map: null }
      : undefined,
  writeBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((file) => {
      const [, language] = (file.type === "chunk" && screenWords.exec(file.facadeModuleId ?? "")) || [];
      return language ? [[language, `/${file.fileName}`]] : [];
    });
    if (files.length > 0) writeFileSync(wordFilesList, JSON.stringify(Object.fromEntries(files)));
  },
};
