import type { Handler } from "hono";
import type { Services } from "../../services/index.ts";
import type { ServerEnv } from "./server-env.ts";

export const consentLogPath = "/.well-known/consent-log";

/**
 * The newest signed head of the log of consents and the key to check it with, as JSON, for anybody who wants to be a witness.
 * With `?from=<size>` also the proof that the log of that size is this one's beginning. Nothing here is about a person.
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
