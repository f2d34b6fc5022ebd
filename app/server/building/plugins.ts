import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { variantFilesList } from "./built-files.ts";

/**
 * Part of the build for the server: the layout of every chart. Graphviz would take a second for the list of all charts, in
 * which the site answers nobody.
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
    const layouts = charts.map((chart) => [chart.code, layOut(viewOf(graphOf(chart)))]);
    return `export const layouts = ${JSON.stringify(Object.fromEntries(layouts))};`;
  },
};

/** Vite must not see these imports: it restarts whenever a file that its configuration imports changes. */
function source(file: string) {
  return import(pathToFileURL(join(import.meta.dirname, "../../..", file)).href);
}

const require = createRequire(import.meta.url);

/** What React is imported as, and its production file where that is. */
const files: Record<string, string> = {
  react: "react/cjs/react.production.min.js",
  "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.min.js",
  "react-dom": "react-dom/cjs/react-dom.production.min.js",
  "react-dom/client": "react-dom/cjs/react-dom.production.min.js",
  scheduler: "scheduler/cjs/scheduler.production.min.js",
  "use-sync-external-store": "use-sync-external-store/cjs/use-sync-external-store.production.js",
  "use-sync-external-store/shim": "use-sync-external-store/cjs/use-sync-external-store.production.js",
  "use-sync-external-store/shim/with-selector":
    "use-sync-external-store/cjs/use-sync-external-store-with-selector.production.js",
};

/**
 * Part of the build for browsers: React's own files as ES modules, so that what nobody imports of them (the legacy roots,
 * class helpers, the scheduler's inspection) is left out. Whole, as CommonJS, they are a twentieth heavier.
 */
export const reactModules: Plugin = {
  name: "react-modules",
  enforce: "pre",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  resolveId(id) {
    const file = files[id];
    if (!file) return undefined;
    const [name = ""] = file.split("/cjs/");
    return join(dirname(require.resolve(`${name}/package.json`)), "cjs", basename(file));
  },
  transform(code, id) {
    if (!Object.values(files).some((file) => id.endsWith(`/node_modules/${file}`))) return undefined;
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
    return {
      code: [
        ...imports,
        `var ${Array.from(names, (name) => `exported_${name}`)};`,
        body,
        `export { ${Array.from(names, (name) => `exported_${name} as ${name}`)} };`,
      ].join("\n"),
      map: null,
    };
  },
};

const folder = "machines/variants";

/**
 * Part of the build: each variant as a file of its own for browsers. No script lists them, so that a page weighs the
 * same however many there are: the server names the ones that it needs.
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
    const island = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith("/app/survey/browser/island.tsx")),
    )!;
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
