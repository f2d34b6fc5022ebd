import type { Handler } from "hono";
import type { Settings } from "../../services/settings/env.ts";
import type { ServerEnv } from "./server-env.ts";

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
