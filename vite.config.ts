import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { chartLayouts, reactModules, variantChunks } from "./app/server/building/plugins.ts";
import remixOptions from "./remix.config.js";

/** Personal data and secrets live behind these folders: a browser bundle that reaches them must not be built. */
const serverOnly = /\/(services|app\/server|machines\/rules\/phrases)\//;

/**
 * The files that islands share, few and large: they compress better so. A page asks only for those it runs; the menu
 * needs XState alone. A module lies in the first that it matches.
 */
const chunks: [name: string, parts: RegExp][] = [
  // The loader must not pull an island in at once, so their common helper stands apart.
  ["preload", /\/app\/ui\/preload\.ts/],
  ["xstate", /node_modules\/xstate\//],
  ["react", /node_modules\/(react|react-dom|scheduler)\//],
  ["typed", /\/node_modules\/zod\/|\/machines\/field-schemas\.ts/],
  ["typed", /\/machines\/(messages\/error-sentence|rules\/(email-suggestion|digits))/],
  ["typed", /\/app\/ui\/(error-summary|text-field)/],
  // Their styles are for the first paint too, and without scripts for every question: routes list those of islands.
  ["later", /\/survey\/screen\/(parts|typed-question|form-fields)(?!.*\.module\.css)/],
  ["later", /\/machines\/messages\/buyers-slot/],
  ["form", /\/machines\/(answers|field-dates|rules\/(dates|limits))\.ts/],
  [
    "form",
    /\/app\/(ui\/(?!editor-address|typing-mask|phone-digits|honeypot|page-shell|scripts|rescue)|proof-of-work\/post)/,
  ],
  ["chart-island", /\/app\/graphs\/(browser\/(chart-|pick-)|drawing\/search)/],
  // What only some variants need comes with those.
  [
    "island",
    /\/machines\/(?!variants|graph\/words|messages|site|steps|f-parts|v4nv|medical|one-page|buyer|lead\/(known-fields|personal)|rules\/(compensation|mask|click-window|prior-offence|statutes|limitation))/,
  ],
  ["island", /\/app\/survey\/(browser\/(?!at-hand|blocked|click-window|live-meter)|screen\/(?!survey-page))/],
];

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
const laterParts: Plugin = {
  name: "later-parts",
  enforce: "pre",
  resolveId(source, importer = "", options) {
    if (options?.ssr) return undefined;
    const isLater =
      (source === "./parts.tsx" && /\/survey\/screen\/question(-form)?\.tsx$/.test(importer)) ||
      (source === "./field-schemas.ts" && importer.endsWith("/machines/fields.ts"));
    return isLater ? join(import.meta.dirname, "app/survey/browser/later-parts.ts") : undefined;
  },
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
 * @throws an Error where two style sheets would have the same letters
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
  return `_${letters}${names.indexOf(name).toString(36)}`;
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

function manualChunks(id: string): string | undefined {
  return chunks.find(([, parts]) => parts.test(id))?.[0];
}

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
          laterParts,
          noContent,
          ownPreload,
        ],
    noServerLeak,
  ],
  // Remix names no entries, so Vite would find the packages of an island only once it is imported, bundle them, and reload
  // a developer's page at its first answer. This file imports every island.
  optimizeDeps: { entries: ["app/entry.client.tsx"] },
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
        needed.filter((file) => !/\/(react|xstate|form|preload)-/.test(file)),
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
      : { onwarn, output: { manualChunks } },
  },
}));
