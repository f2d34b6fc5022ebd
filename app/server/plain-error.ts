import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Log } from "../../services/observe/log.ts";
import { plainPage } from "./plain-page.ts";
import type { ServerEnv } from "./server-env.ts";

/** The last resort when something failed outside Remix, or a request was cut off: plain words, no details, the error's name in the log. */
export function plainError(error: Error, c: Context<ServerEnv>, log: Log): Response | Promise<Response> {
  const isCut = c.env.incoming.readableAborted;
  const status = error instanceof HTTPException ? error.status : isCut ? 400 : 500;
  log("request.failed", { requestId: c.get("requestId"), path: c.req.path, status, error: error.name });
  return plainPage(c, status < 500 ? "notUnderstood" : "ourFault", status as ContentfulStatusCode);
}
