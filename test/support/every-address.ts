import { globSync } from "node:fs";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { createApp } from "../../app/server/app.ts";
import { startServices } from "../../services/index.ts";
import { silentLog } from "../../services/observe/log.ts";
import { readSettings } from "../../services/settings/env.ts";
import { root } from "./source-files.ts";

/** An address that takes a GET, as the program has it: `/graphs/:code/numbers/:table`. */
export type Pattern = {
  pattern: string;
  /** What answers there: where two have the same, one code answers both. */
  answers: unknown;
};

/**
 * Every pattern of the build's routes, of our own server and of static files, so that none can be left out.
 * @param databaseUrl of a store of its own
 */
export async function everyPattern(databaseUrl: string): Promise<Pattern[]> {
  const build = (await import(join(root, "build/server/index.js"))) as ServerBuild;
  const routes = Object.values(build.routes).flatMap((route) => {
    const { id, path = "", module } = route!;
    // One loader answers with several files of charts, each from code of its own.
    const answers = id.startsWith("graphs/") ? id : (module.loader ?? module.default ?? id);
    return id === "root" || path === "*" ? [] : [{ pattern: `/${path}`, answers }];
  });
  return [...routes, ...(await ownPatterns(build, databaseUrl)), ...staticFiles()];
}

async function ownPatterns(build: ServerBuild, DATABASE_URL: string): Promise<Pattern[]> {
  const settings = readSettings({ DATABASE_URL, NODE_ENV: "test" });
  const services = await startServices(settings, silentLog);
  const { app } = createApp({ services, build, assets: "public", dev: true });
  await services.stop();
  const paths = app.routes.map(({ path }) => path).filter((path) => !path.includes("*"));
  return [...new Set(paths)].map((path) => ({ pattern: path, answers: path }));
}

/** One of each kind of file. */
function staticFiles(): Pattern[] {
  const files = globSync("**/*.*", { cwd: join(root, "build/client") });
  const kinds = new Map(files.map((file) => [file.replace(/.*(?=\.\w+$)/, ""), file]));
  return [...kinds].map(([kind, file]) => ({ pattern: `/${file}`, answers: `file ${kind}` }));
}

const good: Record<string, string> = {
  code: "c",
  format: "scxml",
  table: "steps.csv",
  as: "csv",
  landing: "surveyv4nv",
  more: "x",
};

/** A good address of a pattern. @param known values of further parts, by their names */
export function filled(pattern: string, known: Record<string, string>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => known[name] ?? good[name] ?? name);
}
