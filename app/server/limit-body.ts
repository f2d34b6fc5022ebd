import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ServerEnv } from "./server-env.ts";

type Refuse = (c: Context<ServerEnv>) => Response | Promise<Response>;

/**
 * Refuses bodies that are too long. Hono's own limit looks at the body, and so has the Node adapter make a web request
 * with a stream: where the length is announced, that is not needed.
 * @param maxSize bytes
 */
export function limitBody(maxSize: number, onError: Refuse): MiddlewareHandler<ServerEnv> {
  const counted = bodyLimit({ maxSize, onError: (c) => onError(c as Context<ServerEnv>) });
  return async (c, next) => {
    if (c.req.method !== "POST") return next();
    const announced = c.req.header("Content-Length");
    if (announced === undefined || c.req.header("Transfer-Encoding") !== undefined) return counted(c, next);
    return Number(announced) > maxSize ? onError(c) : next();
  };
}
