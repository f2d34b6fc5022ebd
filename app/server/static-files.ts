import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import type { ServerEnv } from "./server-env.ts";

/**
 * Files of a folder, with the built Brotli or gzip copy where there is one.
 * @param cacheControl for files that are there; serveStatic's `onFound` comes too late to set a header
 */
export function staticFiles(root: string, cacheControl: string): MiddlewareHandler<ServerEnv> {
  const serve = serveStatic<ServerEnv>({ root, precompressed: true });
  return async (c, next) => {
    // Every file has an extension and hardly a page has: most requests need not ask the disk.
    if (!c.req.path.includes(".")) return next();
    const file = await serve(c, next);
    if (!(file instanceof Response)) return;
    file.headers.set("Cache-Control", cacheControl);
    // Captions, whose type it does not know.
    if (c.req.path.endsWith(".vtt")) file.headers.set("Content-Type", "text/vtt; charset=utf-8");
    return file;
  };
}
