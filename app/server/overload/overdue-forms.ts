import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { retryAfter } from "../answer-for-failures.ts";
import type { ServerEnv } from "../server-env.ts";
import type { TryAgain } from "../try-again.ts";

const overdue = new WeakSet<IncomingMessage>();

/** Notes that this form has waited too long to be worked on. */
export const markOverdue = (request: IncomingMessage) => void overdue.add(request);

/** Hands such forms back on a page that holds what was typed: browsers forget it. */
export function handBackOverdue(tryAgain: TryAgain): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (!overdue.has(c.env.incoming)) return next();
    return tryAgain(c, { cause: "store", waitSeconds: Number(retryAfter), body: await c.req.text() });
  };
}
