import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import type { Session } from "./context.ts";

const looksLikeId = /^[\w-]{22}$/;

/** @param secure whether the site is served over https; only then may the name be __Host- */
export const sessionCookieName = (secure: boolean) => (secure ? "__Host-visit" : "visit");

/** @returns a new session id, 128 random bits */
export function newSessionId(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * Reads and writes the session cookie. A cookie that was altered, or signed with a secret since
 * retired, counts as none: the visitor begins again instead of meeting an error.
 * @param secure whether the site is served over https
 */
export function sessionCookie(secrets: string[], secure: boolean, maxAgeSeconds: number) {
  const cookie = createCookie(sessionCookieName(secure), {
    secrets,
    secure,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge: maxAgeSeconds,
  });
  return async (header: string | undefined): Promise<Session> => {
    const value: unknown =
      header && header.length <= 8192 ? await cookie.parse(header).catch(() => null) : null;
    return {
      id: typeof value === "string" && looksLikeId.test(value) ? value : null,
      cookieFor: (id) => cookie.serialize(id),
    };
  };
}
