import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Rollup } from "vite";
import { shortClassName } from "./app/server/building/class-names.ts";
import {
  noContent,
  noServerLeak,
  ownPreload,
  reloadOnChange,
  standIn,
} from "./app/server/building/modules.ts";
import { chartLayouts, reactModules, variantChunks, wordChunks } from "./app/server/building/plugins.ts";
import { loadedBefore, scriptOf } from "./app/server/building/scripts.ts";
import remixOptions from "./remix.config.js";

/**
 * What the server runs from its sources, one copy for it and for the pages: Node strips the types. Only what a browser
 * may run too, or has JSX, is built.
 */
const unbuilt =
  /\/((services|machines|app\/server|app\/site\/content)\/.+|app\/features\/[\w-]+\/words\/index)\.ts$/;

/** What no browser has that we build for: React asks for each, and what it would then do is left out. */
const absentInBrowsers = Object.fromEntries(
  ["document.documentMode", "MSApp", "setImmediate", "__REACT_DEVTOOLS_GLOBAL_HOOK__"].map((name) => [
    name,
    "undefined",
  ]),
);

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
          wordChunks,
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
  css: { modules: command === "build" ? { generateScopedName: shortClassName } : {} },
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
