import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";

/** Personal data and secrets live behind these folders: a browser bundle that reaches them must not be built. */
const serverOnly = /\/(services|app\/server|machines\/rules\/phrases)\//;

const islandParts =
  /node_modules\/(react|react-dom|scheduler|xstate|@xstate|zod|use-[\w-]+)\/|\/machines\/(?!variants|wording|site)|\/app\/survey\/(?!route|survey-page|masked-phone)/;

/** The loader must not pull the island in at once, so their common helper stands apart. */
function manualChunks(id: string): string | undefined {
  if (id.includes("vite/preload-helper")) return "preload-helper";
  return islandParts.test(id) ? "island" : undefined;
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
    server.ws.send({ type: "full-reload" });
    return [];
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [process.env.VITEST ? [] : [reloadOnChange, remix(remixOptions)], noServerLeak],
  // React 18 has what this shim imitates for older ones.
  resolve: { alias: { "use-sync-external-store/shim": "use-sync-external-store" } },
  build: {
    // Small files stay files: a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    target: "es2022",
    // One file for all that an island needs besides its chart and its words: it compresses better and is asked for once.
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks } },
    // Every page carries its style sheets in the HTML; an island must not fetch them again. A modal brings its own.
    modulePreload: {
      resolveDependencies: (_file, dependencies) =>
        dependencies.filter((name) => !name.endsWith(".css") || name.includes("/verify-phone-")),
    },
  },
}));
