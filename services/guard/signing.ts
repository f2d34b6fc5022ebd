import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { formerUntil, type Purpose, purposeKeys } from "../store/engine/keys.ts";

/** The longest token that is made or read. */
const maxLength = 8 * 1024;

export type Seal = {
  /**
   * @returns `base64url(JSON).base64url(HMAC-SHA256)`, signed with the first secret's key
   * @throws RangeError when the token would be over 8 KB
   */
  seal(value: unknown): string;
  /** @returns the sealed value; undefined when the token is missing, altered, too long, or signed by none of the secrets or for another purpose */
  open(token: string | undefined | null): unknown;
  /** Whether a token that it opens was signed with the first secret's key. */
  isNewest(token: string): boolean;
};

/**
 * Signs values that travel through the visitor's browser. They can be read there but not altered.
 * @param secrets the first signs, all verify, so that a secret can be replaced without ending visits
 */
export function createSeal(secrets: readonly string[], purpose: Purpose, now = Date.now): Seal {
  const keys = purposeKeys(secrets, purpose);
  const [signing] = keys;
  if (!signing) throw new Error("createSeal needs a secret");
  return {
    seal(value) {
      const text = Buffer.from(JSON.stringify(value) ?? "null").toString("base64url");
      const token = `${text}.${signature(signing, text)}`;
      if (token.length > maxLength) throw new RangeError("value is too large to seal");
      return token;
    },
    open(token) {
      if (!token || token.length > maxLength) return undefined;
      const [text = "", signed = "", ...rest] = token.split(".");
      if (rest.length > 0) return undefined;
      const isOurs = keys.some((key) => same(signature(key, text), signed));
      // Remix wrote its cookies' signatures in the usual alphabet.
      const former = signed.replaceAll("+", "-").replaceAll("/", "_");
      const isFormer = () => secrets.some((secret) => same(signature(secret, text), former));
      if (!isOurs && !(now() < formerUntil && isFormer())) return undefined;
      return parse(text);
    },
    isNewest(token) {
      const [text = "", signed] = token.split(".");
      return signature(signing, text) === signed;
    },
  };
}

function signature(key: KeyObject | string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The same secret may have signed other text when it was the key for everything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
