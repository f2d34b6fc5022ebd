/** Plugins that say which module a bundle gets, or must not get. */
import { join } from "node:path";
import type { Plugin } from "vite";
import { isLater, laterParts, namesOfNothing } from "./scripts.ts";

/** Personal data and secrets live behind these folders: a browser bundle that reaches them must not be built. */
const serverOnly = /\/(services(?!\/words)|app\/server|machines\/rules\/phrases)\//;

/** Stops a build whose browser bundle imports server code. */
export const noServerLeak: Plugin = {
  name: "no-server-leak",
  enforce: "pre",
  transform(_code, id, options) {
    if (!options?.ssr && serverOnly.test(id) && !id.includes("node_modules")) {
      this.error(`${id} is server only, but the browser bundle imports it`);
    }
  },
};

/** Words, and what reads them, belong to the server: a browser's file that imports them fails when it runs. */
export const noContent: Plugin = {
  name: "no-content",
  enforce: "pre",
  load(id, options) {
    const isWords =
      /\/(app\/site\/content|services\/words)\/.+\.ts$|\/app\/features\/[\w-]+\/words\/index\.ts$/.test(id);
    if (options?.ssr || !isWords) return undefined;
    const code = `throw new Error("Words are not for browsers."); export default {};`;
    return { code, syntheticNamedExports: true };
  },
};

/** Puts a stand-in into the browser's bundle for parts that are loaded behind a first question. */
export const standIn: Plugin = {
  name: "stand-in",
  enforce: "pre",
  buildStart() {
    const names = namesOfNothing();
    // Without this a renamed module would silently move to another script.
    if (names.length > 0)
      this.error(`app/server/building/scripts.ts names ${names.join(", ")}, which is not there`);
  },
  resolveId: (source, importer = "", options) =>
    !options?.ssr && isLater(source, importer) ? laterParts : undefined,
};

/** Replaces Vite's helper for preloads by ours. */
export const ownPreload: Plugin = {
  name: "own-preload",
  enforce: "pre",
  resolveId: (id) =>
    id === "\0vite/preload-helper.js" ? join(import.meta.dirname, "../../ui/preload.ts") : undefined,
};

/** Remix's hot update talks to its browser runtime, which our pages do without: they are loaded again instead. */
export const reloadOnChange: Plugin = {
  name: "reload-on-change",
  enforce: "pre",
  handleHotUpdate({ file, server }) {
    if (!/\.(tsx?|css)$/.test(file) || file.includes("/test/")) return undefined;
    // What the server runs restarts first, and then reloads the page itself (app/server/developing).
    if (!/\/(machines|services|app\/server)\//.test(file)) server.ws.send({ type: "full-reload" });
    return [];
  },
};
