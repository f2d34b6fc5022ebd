import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";

/** Personal data and secrets live behind these folders: a browser bundle that reaches them must not be built. */
const serverOnly = /\/(services|app\/server|machines\/rules\/data)\//;

const noServerLeak: Plugin = {
  name: "no-server-leak",
  enforce: "pre",
  transform(_code, id, options) {
    if (!options?.ssr && serverOnly.test(id) && !id.includes("node_modules")) {
      this.error(`${id} is server only, but the browser bundle imports it`);
    }
  },
};

export default defineConfig({
  plugins: [process.env.VITEST ? [] : remix(remixOptions), noServerLeak],
  build: {
    // Small files stay files: a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    target: "es2022",
    // Every page carries its style sheets in the HTML; an island must not fetch them again.
    modulePreload: {
      resolveDependencies: (_file, dependencies) => dependencies.filter((name) => !name.endsWith(".css")),
    },
  },
});
