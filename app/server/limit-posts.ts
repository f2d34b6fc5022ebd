import type { MiddlewareHandler } from "hono";
import type { Services } from "../../services/index.ts";
import { proofIn } from "./proof-cookie.ts";
import { routeOf } from "./route-of.ts";
import type { ServerEnv } from "./server-env.ts";
import { isForm, type TryAgain } from "./try-again.ts";

/**
 * Refuses posts that are over the limits with 429 and the seconds to wait. In a flood, when those of all visitors
 * together are, each gets a challenge with it, and is taken with the proof of that work in a cookie:
 * @param https whether the site is served over https
 */
export function limitPosts(
  { postLimits, proofOfWork, metrics }: Pick<Services, "postLimits" | "proofOfWork" | "metrics">,
  tryAgain: TryAgain,
  https: boolean,
): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (c.req.method !== "POST") return next();
    const ip = c.get("ip");
    const over = postLimits.take(ip);
    if (!over) return next();
    let challenge: string | undefined;
    if (over.ofAll && proofOfWork) {
      const proof = proofIn(c.req.header("Cookie"), https);
      const outcome = proof ? await proofOfWork.check(ip, proof) : "asked";
      metrics.proofs.inc({ outcome });
      if (outcome !== "taken") challenge = await proofOfWork.challenge(ip);
      else if (postLimits.takeProven()) {
        c.set("isProven", true);
        return next();
      }
    }
    metrics.postsRefused.inc({ route: routeOf(c.req.path) });
    const waitSeconds = Math.ceil(over.waitMs / 1000);
    const body = isForm(c) ? await c.req.text() : undefined;
    return tryAgain(c, { cause: "flood", waitSeconds, body, challenge });
  };
}
