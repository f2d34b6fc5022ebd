import { parse } from "hono/utils/cookie";
import * as z from "zod";
import { createSeal } from "../../../services/guard/signing.ts";
import type { Services } from "../../../services/index.ts";
import { remembering } from "../../../services/observe/remembering.ts";
import { purposeTexts } from "../../../services/store/engine/keys.ts";
import { randomBytes } from "../../../services/store/engine/uuid7.ts";
import { createCipher } from "../../../services/store/sealed/cipher.ts";
import type { FirstView } from "../../../services/visits/token.ts";
import type { Session } from "../context.ts";

const sessionId = z.string().regex(/^[\w-]{22}$/);
const firstView = z.object({
  at: z.int(),
  referer: z.string(),
  survey: z.string().optional(),
  by: z.string().optional(),
  seen: z.int().optional(),
});
const current = z.object({ id: sessionId, first: firstView.optional() });
/** Before November 2026 the cookie had only the id. */
const idAlone = sessionId.transform((id) => ({ id, first: undefined }));
const either = z.union([current, idAlone]);

/** The encrypted part of it. */
const place = { table: "cookie", column: "referer", row: [] };
/** Longer than any of ours. Other cookies, from a sibling host or scripts, may have any length. */
const longestValue = 4096;
/** Headers whose sessions are kept, some 1 KB each. */
const mostRecent = 500;

/** @param secure whether the site is served over https; only then may the name be __Host- */
export const sessionCookieName = (secure: boolean) => (secure ? "__Host-visit" : "visit");

/** @returns a new session id, 128 random bits */
export function newSessionId(): string {
  return randomBytes(16).toString("base64url");
}

export type ReadSession = (header: string | undefined) => Session;

/**
 * Reads and writes the session cookie. A cookie that was altered, or signed with a retired secret, counts as none: the
 * visitor begins again instead of meeting an error. The referrer is encrypted: cookies pass through proxies and their
 * logs.
 * @param secure whether the site is served over https
 */
export function sessionCookie(
  { secrets }: Pick<Services, "secrets">,
  secure: boolean,
  maxAgeSeconds: number,
): { name: string; read: ReadSession } {
  const name = sessionCookieName(secure);
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly;${secure ? " Secure;" : ""} SameSite=Lax`;
  const seal = createSeal(secrets, "session cookie");
  // The secrets themselves encrypted it before 23 November 2026; `seal` knows how long such cookies are accepted.
  const keys = [...purposeTexts(secrets, "referrer in the cookie"), ...secrets];
  const cipher = createCipher(keys as [string, ...string[]]);
  const readable = (first: FirstView): FirstView | undefined => {
    try {
      return { ...first, referer: cipher.open(first.referer, place) };
    } catch {
      return undefined;
    }
  };
  const sealed = (id: string, first: FirstView | undefined) =>
    seal.seal({ id, first: first && { ...first, referer: cipher.seal(first.referer, place) } });
  const opened = (header: string): Session => {
    const value = header === "" ? undefined : parse(header, name)[name];
    const isOurs = value !== undefined && value.length <= longestValue;
    const said = isOurs ? seal.open(value) : undefined;
    // Most first views have none: listing the faults of nothing takes longer than reading one.
    const { id = null, first: kept } = (said !== undefined && either.safeParse(said).data) || {};
    const known = kept && readable(kept);
    // It is prolonged as it is, unless a newer key would make it otherwise.
    const isNewest =
      known && seal.isNewest(value!) && (kept.referer === "" || cipher.isNewest(kept.referer, place));
    return {
      id,
      first: known,
      cookieFor: (next, first = known) =>
        `${name}=${isNewest && next === id && first === known ? value : sealed(next, first)}; ${attributes}`,
    };
  };
  // A browser sends the same cookie with each answer of a visit.
  const remember = remembering<Session>(
    mostRecent,
    ({ id }, header) => id !== null && header.length <= longestValue,
  );
  return { name, read: (header = "") => remember(header, () => opened(header)) };
}
