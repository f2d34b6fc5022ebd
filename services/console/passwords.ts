import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { isGuessable } from "../settings/public-site.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** As OWASP advises where 32 MB for a moment are acceptable; kept with each hash, so that it can grow. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const keyBytes = 32;

/** In characters. */
export const shortestPassword = 12;

/** The reason why somebody must not have this password, in a sentence; undefined if they may. */
export function faultOfPassword(password: string, name: string): string | undefined {
  if ([...password].length < shortestPassword)
    return `A password must have at least ${shortestPassword} characters.`;
  const isTried = isGuessable(password) || password.toLowerCase().includes(name);
  return isTried ? "This password is one that strangers try first: please choose another one." : undefined;
}

/** @returns `scrypt$N$r$p$salt$key`, both in base64url */
export async function hashOfPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return written(salt, await keyOf(password, salt, cost));
}

/** A hash that no password has; to compare with it takes as long as with another. */
export function hashOfNobody(): string {
  return written(randomBytes(16), randomBytes(keyBytes));
}

function written(salt: Buffer, key: Buffer): string {
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Compares in constant time. */
export async function isPassword(given: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = hash.split("$");
  const kept = Buffer.from(key, "base64url");
  const made = await keyOf(given, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return kept.length === made.length && timingSafeEqual(kept, made);
}

/** How many may wait for their turn, and how many more from known browsers. */
const mostWaiting = { strange: 10, known: 20 };
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * The same, one after the other: each comparison takes 32 MB and a third of a second of a processor, and a flood of
 * them, from ever-changing networks, would take both from visitors.
 * @param isKnown whether the person has signed in with this browser before: a flood of strangers leaves a place for
 * them
 * @returns undefined, without a comparison, where too many wait already
 */
export async function comparedInTurn(
  given: string,
  hash: string,
  isKnown = false,
): Promise<boolean | undefined> {
  if (waiting >= mostWaiting[isKnown ? "known" : "strange"]) return undefined;
  waiting += 1;
  const compared = last.then(() => isPassword(given, hash)).finally(() => (waiting -= 1));
  last = compared.catch(() => undefined);
  return await compared;
}

function keyOf(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return derive(password.normalize("NFKC"), salt, keyBytes, { N, r, p, maxmem: 256 * N * r });
}
