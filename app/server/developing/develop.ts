import { globSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";
import { html, raw } from "hono/html";
import { createServer, type ViteDevServer } from "vite";
import { loadEnvFile } from "../../../services/settings/load-env.ts";
import { editorAddress } from "../../ui/editor-address.ts";
import { plainStyle } from "../answers/plain-page.ts";
import { locatedFailure } from "../charts/located.ts";
import { stopOnSignal } from "../processes/process.ts";
import type * as generations from "./generation.ts";

/** What the server runs: after an edit the services restart. Pages and islands reload through Vite alone. */
const served =
  /\/(machines|services|app\/server|app\/site\/content|app\/features\/[\w-]+\/words)\/.+\.(ts|json|txt|md|yaml)$/;
/** What reads rules and content as texts, which Vite cannot know. */
const readers = [
  "services/visits/machine-version.ts",
  ...["facts", "messages", "questions"].map((name) => `services/words/${name}.ts`),
  ...["article-words", "law", "pages"].map((name) => `app/site/content/${name}.ts`),
  ...globSync("{app,services}/features/*/words/index.ts"),
];
/** Editors write a file in several steps, in milliseconds. */
const settledMs = 30;

/**
 * The development site: one process, in which every module comes through Vite. A saved file replaces only the modules
 * that depend on it, so that a chart is redrawn in a second or two, and an error in one is a page that disappears once
 * it is fixed.
 */
export async function develop(): Promise<void> {
  loadEnvFile();
  const http = createHttpServer((request, response) =>
    vite.middlewares(request, response, () => {
      const turn = changing.then(() => {
        if (request.headers["sec-fetch-dest"] === "document") shownEdits = edits;
        if (current && failure === undefined) return current.answer(request, response);
        response.writeHead(500, { "Content-Type": "text/html; charset=utf-8" });
        response.end(failurePage(failure, vite.config.root));
      });
      turn.catch((error: unknown) => response.destroy(error as Error));
    }),
  );
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: http } },
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(Number(process.env.PORT ?? 3000), process.env.HOST, resolve);
  });
  const { port } = http.address() as AddressInfo;

  let current: generations.Generation | undefined;
  let failure: unknown;
  let changing = Promise.resolve();
  const renew = async () => {
    try {
      const next = await nextGeneration(vite, port);
      const before = current;
      [current, failure] = [next, undefined];
      if (!before) console.log(await next.welcome());
      // Requests in progress are answered; its store is closed after that.
      before?.stop().catch((error: unknown) => console.error(error));
    } catch (error) {
      vite.ssrFixStacktrace(error as Error);
      failure = error;
      console.error((error as Error).stack);
    }
  };
  changing = renew();
  let edits = 0;
  let shownEdits = 0;
  // A page that was edited before it could hear of that.
  vite.ws.on("connection", () => {
    if (shownEdits < edits) vite.ws.send({ type: "full-reload" });
  });
  vite.watcher.on("all", (_event, file) => {
    if (!served.test(file.slice(vite.config.root.length))) return;
    for (const reader of readers) vite.moduleGraph.onFileChange(join(vite.config.root, reader));
    const edit = ++edits;
    changing = changing.then(() => pause(settledMs)).then(() => (edit === edits ? renew() : undefined));
    // Pages ask at once, and are answered when the change is made.
    vite.ws.send({ type: "full-reload" });
  });
  stopOnSignal(async () => {
    await changing;
    await current?.stop();
    await vite.close();
    http.closeAllConnections();
  });
}

async function nextGeneration(vite: ViteDevServer, port: number): Promise<generations.Generation> {
  const { begin } = (await vite.ssrLoadModule("/app/server/developing/generation.ts")) as typeof generations;
  const build = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  // A page that cannot be loaded is found now, not at the next visit.
  await build();
  return begin(port, build);
}

/**
 * A developer's page while the sources cannot be loaded: what is wrong, where, and how to fix it. Vite's own script
 * reloads the page when a file is saved.
 * @param root the project's folder
 */
function failurePage(thrown: unknown, root: string): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { file, line, message, remedy } = locatedFailure(error, root);
  const place = html`<p><a href="${editorAddress(root, file, line)}"><code>${file}:${line}</code></a></p>`;
  return String(
    html`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>The site cannot be loaded</title>
<style>${raw(plainStyle)}
pre{overflow:auto;padding:1rem;font-size:.8125rem}</style><script type="module" src="/@vite/client"></script></head>
<body><main data-failure><h1>The site cannot be loaded</h1><p><strong>${message}</strong></p>${file && place}
<p>${remedy}</p><p>This page goes away by itself when the file is mended.</p>
<pre>${error.stack ?? ""}</pre></main></body></html>`,
  );
}
