import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { AppOptions } from "./app.ts";

/** Where the pages come from: the build, or Vite while developing. */
export type Pages = Omit<AppOptions, "services"> & {
  /** What looks at a request before the site does. */
  before(site: RequestListener): RequestListener;
  close(): Promise<void>;
};

export function pages(): Promise<Pages> {
  return process.env.NODE_ENV === "production" ? built() : fromVite();
}

async function built(): Promise<Pages> {
  const file = resolve("build/server/index.js");
  if (!existsSync(file)) throw new Error("There is no build yet: run `npm start`, or `npm run build` first.");
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  return { build, assets: "build/client", dev: false, before: (site) => site, close: async () => {} };
}

async function fromVite(): Promise<Pages> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true } });
  return {
    build: () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>,
    assets: "public",
    dev: true,
    before: (site) => (request, response) =>
      vite.middlewares(request, response, () => site(request, response)),
    close: () => vite.close(),
  };
}
