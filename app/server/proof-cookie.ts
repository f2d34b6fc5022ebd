import type { AppLoadContext } from "@remix-run/node";
import { parse } from "hono/utils/cookie";

/**
 * The proof of work that a browser submits: by a cookie, because forms cannot send headers.
 * @param header Cookie
 * @param https whether the site is served over https
 */
export function proofIn(header: string | undefined, https: boolean): string | undefined {
  const name = https ? "__Host-proof" : "proof";
  return parse(header ?? "", name)[name];
}

/** Carries a challenge to the page's scripts (app/proof-of-work). */
export const challengeHeader = "Proof-Of-Work";

/** Whether a request has brought a proof of work, which is spent by asking; true where nobody is asked for one. */
export async function isProven(request: Request, context: AppLoadContext): Promise<boolean> {
  const { proofOfWork, settings } = context.services;
  if (!proofOfWork || context.isProven) return true;
  const proof = proofIn(request.headers.get("Cookie") ?? undefined, settings.siteOrigin.startsWith("https:"));
  return proof !== undefined && (await proofOfWork.check(context.ip, proof)) === "taken";
}
