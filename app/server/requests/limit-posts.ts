import type { IncomingMessage } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import type { MiddlewareHandler } from "hono";
import { parse } from "hono/utils/cookie";
import type { PostLimits } from "../../../services/guard/allowances.ts";
import type { Services } from "../../../services/index.ts";
import { isForm, type TryAgain } from "../answers/try-again.ts";
import type { ServerEnv } from "../context.ts";
import { routeOf } from "./request-log.ts";

/**
 * The proof of work that a browser submits: by a cookie, because forms cannot send headers.
 * @param header Cookie
 * @param https whether the site is served over https
 */
function proofIn(header: string | undefined, https: boolean): string | undefined {
  const name = https ? "__Host-proof" : "proof";
  return parse(header ?? "", name)[name];
}

/** Whether a request has brought a proof of work, which this check spends; true where none is required. */
export async function isProven(request: Request, context: AppLoadContext): Promise<boolean> {
  const { proofOfWork, settings } = context.services;
  if (!proofOfWork || context.isProven) return true;
  const proof = proofIn(request.headers.get("Cookie") ?? undefined, settings.siteOrigin.startsWith("https:"));
  return proof !== undefined && (await proofOfWork.check(context.ip, proof)) === "taken";
}

/** How long somebody who has posted too many bytes has to wait, in seconds; with a proof of work there is no wait. */
const heavyWaitSeconds = 60;

/** The size of a post; without an announced length, the longest that is accepted. */
const bytesOf = (announced: string | undefined, most: number) => Number(announced ?? most);

/** What a post is over, if anything; asked again about the same one, it is not counted again. */
export type OverLimits = (
  request: IncomingMessage,
  ip: string,
) => { over: ReturnType<PostLimits["take"]>; isHeavy: boolean; bytes: number } | undefined;

/** @param largestBody in bytes */
export function overLimitsOf(
  { postLimits, byteLimits }: Pick<Services, "postLimits" | "byteLimits">,
  largestBody: number,
): OverLimits {
  const counted = new WeakMap<IncomingMessage, ReturnType<OverLimits>>();
  return (request, ip) => {
    if (counted.has(request)) return counted.get(request);
    const bytes = bytesOf(request.headers["content-length"], largestBody);
    const over = postLimits.take(ip);
    const isHeavy = !over && byteLimits.take(ip, bytes) !== null;
    const found = over || isHeavy ? { over, isHeavy, bytes } : undefined;
    counted.set(request, found);
    return found;
  };
}

/**
 * Refuses posts over the limits with 429 and the seconds to wait. In a flood, when all visitors together are over
 * theirs, each gets a challenge, and is accepted with that work's proof in a cookie. So is an address that has posted
 * more bytes in a day than anybody types, up to as many again, since other people may share it.
 * @param https whether the site is served over https
 */
export function limitPosts(
  services: Pick<Services, "postLimits" | "provenByteLimits" | "proofOfWork" | "metrics">,
  tryAgain: TryAgain,
  https: boolean,
  overLimits: OverLimits,
): MiddlewareHandler<ServerEnv> {
  const { postLimits, provenByteLimits, proofOfWork, metrics } = services;
  return async (c, next) => {
    if (c.req.method !== "POST") return next();
    const ip = c.get("ip");
    const found = overLimits(c.env.incoming, ip);
    if (!found) return next();
    const { over, isHeavy, bytes } = found;
    let challenge: string | undefined;
    if ((isHeavy || over?.ofAll) && proofOfWork) {
      const proof = proofIn(c.req.header("Cookie"), https);
      const outcome = proof ? await proofOfWork.check(ip, proof) : "asked";
      metrics.proofs.inc({ outcome });
      if (outcome !== "taken") challenge = await proofOfWork.challenge(ip);
      else if (isHeavy ? provenByteLimits.take(ip, bytes) === null : postLimits.takeProven()) {
        c.set("isProven", true);
        return next();
      }
    }
    metrics.postsRefused.inc({ route: routeOf(c.req.path) });
    const waitSeconds = over ? Math.ceil(over.waitMs / 1000) : heavyWaitSeconds;
    const body = isForm(c) ? await c.req.text() : undefined;
    return tryAgain(c, { cause: "flood", waitSeconds, body, challenge });
  };
}
