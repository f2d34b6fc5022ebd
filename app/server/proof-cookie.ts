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
