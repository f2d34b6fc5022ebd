import { createHmac, timingSafeEqual } from "node:crypto";

/** Longest token that is made or looked at. */
const maxLength = 8 * 1024;

export type Seal = {
  /**
   * @returns `base64url(JSON).base64url(HMAC-SHA256)`, signed with the first secret
   * @throws RangeError when the token would be over 8 KB
   */
  seal(value: unknown): string;
  /** @returns the sealed value; undefined when the token is missing, altered, too long or signed by none of the secrets */
  open(token: string | undefined | null): unknown;
};

/**
 * Signs values that travel through the visitor's browser. They can be read there but not altered.
 * @param secrets the first signs, all verify, so that a secret can be replaced without ending visits
 */
export function createSeal(secrets: readonly string[]): Seal {
  const [signing] = secrets;
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
      if (rest.length > 0 || !secrets.some((secret) => same(signature(secret, text), signed)))
        return undefined;
      return parse(text);
    },
  };
}

function signature(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Another part of the program may have signed other text with the same secret. */
function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
