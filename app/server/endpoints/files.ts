import { serveStatic } from "@hono/node-server/serve-static";
import type { Handler, MiddlewareHandler } from "hono";
import type { Services } from "../../../services/index.ts";
import type { Settings } from "../../../services/settings/env.ts";
import type { ServerEnv } from "../context.ts";

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

export const photosPath = "/photos/:file";

/** Faces that the company's file names, from memory; any other address is not found. */
export function photos({ photos }: Pick<Settings, "photos">): Handler<ServerEnv> {
  const byAddress = new Map(photos.map((photo) => [photo.address, photo]));
  return async (c, next) => {
    const photo = byAddress.get(c.req.path);
    if (!photo) return next();
    return c.body(new Uint8Array(photo.bytes), 200, {
      "Content-Type": photo.type,
      "Cache-Control": "public, max-age=31536000, immutable",
    });
  };
}

/** How long the file may be relied on, in milliseconds; RFC 9116 wants less than a year. */
const validMs = 180 * 24 * 60 * 60 * 1000;

/** Where to report a weakness, following RFC 9116. */
export function securityTxt({
  company,
  siteOrigin,
}: Pick<Settings, "company" | "siteOrigin">): MiddlewareHandler {
  return async (c) =>
    c.text(
      [
        `Contact: mailto:${company.email}`,
        `Expires: ${new Date(Date.now() + validMs).toISOString()}`,
        "Preferred-Languages: en, es",
        `Canonical: ${siteOrigin}/.well-known/security.txt`,
        "",
      ].join("\n"),
    );
}

export const consentLogPath = "/.well-known/consent-log";

/**
 * The newest signed head of the log of consents and the key to check it with, as JSON, for anybody who wants to be a
 * witness. With `?from=<size>` also the proof that the log of that size is a prefix of this one. It contains nothing
 * personal.
 */
export function consentLogHead({ store, logKey }: Pick<Services, "store" | "logKey">): Handler<ServerEnv> {
  return async (c) => {
    const head = await store.consentLog.newestHead();
    if (!head) return c.json({ error: "The log has no head yet." }, 404);
    const from = Number(c.req.query("from") ?? "NaN");
    const isSize = Number.isSafeInteger(from) && from >= 1 && from <= head.size;
    const proof = isSize ? await store.consentLog.consistency(from, head.size) : [];
    c.header("Cache-Control", "public, max-age=10");
    return c.json({
      head: head.note,
      key: logKey.publicKey.toString("base64"),
      ...(isSize && { from, consistency: proof.map((hash) => hash.toString("base64")) }),
      ...(head.stamp && { stamp: head.stamp }),
    });
  };
}
