import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { chartLayouts, reactModules, variantChunks } from "./app/server/building/plugins.ts";
import {
  isLater,
  laterParts,
  loadedBefore,
  namesOfNothing,
  scriptOf,
} from "./app/server/building/scripts.ts";
import remixOptions from "./remix.config.js";

/** Personal data and secrets live behind these folders: a browser bundle that reaches them must not be built. */
const serverOnly = /\/(services|app\/server|machines\/rules\/phrases)\//;

/**
 * What the server runs from its sources, one copy for it and for the pages: Node strips the types. Only what a browser
 * may run too, or has JSX, is built.
 */
const unbuilt = /\/(services|machines|app\/server|app\/site\/content)\/.+\.ts$/;

/** The words of pages, and what reads them, are the server's alone: a browser's file that asks for them must not run. */
const noContent: Plugin = {
  name: "no-content",
  enforce: "pre",
  load(id, options) {
    if (options?.ssr || !/\/app\/site\/content\/.+\.ts$/.test(id)) return undefined;
    const code = `throw new Error("The words of pages are not for browsers."); export default {};`;
    return { code, syntheticNamedExports: true };
  },
};

/** For what the browser loads behind a first question, its bundle has a stand-in. */
const standIn: Plugin = {
  name: "stand-in",
  enforce: "pre",
  buildStart() {
    const names = namesOfNothing();
    // A renamed module would lie in another script, and nobody would be told.
    if (names.length > 0)
      this.error(`app/server/building/scripts.ts names ${names.join(", ")}, which is not there`);
  },
  resolveId: (source, importer = "", options) =>
    !options?.ssr && isLater(source, importer) ? laterParts : undefined,
};

const ownPreload: Plugin = {
  name: "own-preload",
  enforce: "pre",
  resolveId: (id) =>
    id === "\0vite/preload-helper.js" ? join(import.meta.dirname, "app/ui/preload.ts") : undefined,
};

/** What no browser has that we build for: React asks for each, and what it would then do is left out. */
const absentInBrowsers = Object.fromEntries(
  ["document.documentMode", "MSApp", "setImmediate", "__REACT_DEVTOOLS_GLOBAL_HOOK__"].map((name) => [
    name,
    "undefined",
  ]),
);

const files = new Map<string, string>();

/**
 * Short names for the classes of a style sheet: letters of its path, and which of its names it is. Scripts, pages and style
 * sheets of a first view are a twentieth smaller than with the names as they are written.
 * @throws an Error where two style sheets would have the same letters, or a class is not found in its sheet
 */
function shortName(name: string, file: string, css: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*/, ""));
  const letters = createHash("sha256")
    .update(path)
    .digest("base64url")
    .replace(/[^a-z]/gi, "")
    .slice(0, 3);
  if ((files.get(letters) ?? path) !== path) throw new Error(`${path} needs another name: ${letters}.`);
  files.set(letters, path);
  const names = [
    ...new Set([...css.matchAll(/(?:\.|@keyframes\s+)([a-z][\w-]*)/gi)].map(([, each]) => each)),
  ];
  const which = names.indexOf(name);
  if (which < 0)
    throw new Error(`${path} has the class ${name} in a form in which its name is not looked for.`);
  return `_${letters}${which.toString(36)}`;
}

/**
 * Leaves out what nobody here can mend, so that a first start says only what matters: other people's packages, and that a
 * browser's file of a route without a page is empty, which Remix makes so.
 */
const onwarn: Rollup.WarningHandlerWithDefault = (warning, warn) => {
  const isOthers = [warning.id ?? "", ...(warning.ids ?? [])].some((id) => id.includes("node_modules"));
  // Remix takes the server's half of a route out, and with it what used an import.
  if (isOthers || warning.code === "EMPTY_BUNDLE" || warning.code === "UNUSED_EXTERNAL_IMPORT") return;
  warn(warning);
};

const noServerLeak: Plugin = {
  name: "no-server-leak",
  enforce: "pre",
  transform(_code, id, options) {
    if (!options?.ssr && serverOnly.test(id) && !id.includes("node_modules")) {
      this.error(`${id} is server only, but the browser bundle imports it`);
    }
  },
};

/** Remix's hot update talks to its browser runtime, which our pages do without: they are loaded again instead. */
const reloadOnChange: Plugin = {
  name: "reload-on-change",
  enforce: "pre",
  handleHotUpdate({ file, server }) {
    if (!/\.(tsx?|css)$/.test(file) || file.includes("/test/")) return undefined;
    // What the server runs begins again first, which then says so itself (app/server/developing).
    if (!/\/(machines|services|app\/server)\//.test(file)) server.ws.send({ type: "full-reload" });
    return [];
  },
};

/** The packages that pages import where only the server runs. */
const ofServer = ["@remix-run/node", "csv-parse", "hono", "isbot", "kysely", "marked", "yaml"];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    process.env.VITEST
      ? []
      : [
          reloadOnChange,
          remix(remixOptions),
          variantChunks,
          chartLayouts,
          reactModules,
          standIn,
          noContent,
          ownPreload,
        ],
    noServerLeak,
  ],
  // Remix names no entries, so Vite would find the packages of an island only once it is imported, bundle them, and reload
  // a developer's page at its first answer. This file imports every island.
  // To collect a page's styles Remix has its server's modules transformed as if a browser loaded them. What only the
  // server imports is left alone, or Vite would find it then, bundle it, and reload the page under a developer's hands.
  optimizeDeps: { entries: ["app/entry.client.tsx"], include: ["zod"], exclude: ofServer },
  // React 18 has what this shim imitates for older versions.
  resolve: { alias: { "use-sync-external-store/shim": "use-sync-external-store" } },
  css: { modules: command === "build" ? { generateScopedName: shortName } : {} },
  define: command === "build" && !isSsrBuild ? absentInBrowsers : {},
  build: {
    // Small files stay files: a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    target: "es2022",
    // What every island has loaded by then needs no preload.
    modulePreload: {
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => !loadedBefore.some((script) => file.includes(`/${script}-`))),
    },
    // The oldest that know `color-mix`: for them nested rules are written out.
    cssTarget: ["chrome111", "firefox113"],
    // 3 % smaller than esbuild makes them; finish.ts does it once more.
    minify: "terser",
    terserOptions: { ecma: 2020, module: true, compress: { passes: 6, pure_getters: true } },
    rollupOptions: isSsrBuild
      ? {
          onwarn,
          makeAbsoluteExternalsRelative: false,
          external: (id, _importer, isResolved) => isResolved && unbuilt.test(id),
          output: { paths: (id) => (unbuilt.test(id) ? id.replace(import.meta.dirname, "#source") : id) },
        }
      : { onwarn, output: { manualChunks: scriptOf } },
  },
}));
