import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";
import { keyedHash } from "../engine/address-hash.ts";
import { secretKey } from "../engine/keys.ts";
import { randomBytes } from "../engine/uuid7.ts";
import { isLater, type Place, saysNothing } from "./places.ts";

/**
 * A text with one of these prefixes is sealed; no JSON and no path starts with one. Before `~2.` only the column was
 * sealed in.
 */
const [prefix, formerPrefix] = ["~2.", "~1."];
const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

export type Cipher = {
  /** Text that says nothing stays as it is. */
  seal(text: string, place: Place): string;
  /** @throws an Error in plain words when it was altered, moved, is not sealed, or sealed with a key that is not known */
  open(stored: string, place: Place): string;
  /** Whether it is sealed as `seal` does it now. */
  isNewest(stored: string, place: Place): boolean;
  /**
   * From now on text that is not sealed, or sealed the former way, is refused: all has been sealed.
   * @param which `earlier`: only what was sealed before 27 November 2026
   */
  refuseUnsealed(which: "all" | "earlier"): void;
};

/** Seals text with AES-256-GCM. @param secrets the first seals, all open, so that a key can be replaced */
export function createCipher(secrets: readonly [string, ...string[]]): Cipher {
  const keys = secrets.map((secret) => ({
    mark: `${keyedHash(secret, "data").slice(0, 8)}.`,
    key: secretKey(secret, "claimpath data"),
  }));
  const newest = keys[0]!;
  const opened = (stored: string, begin: string, place: Place, sealedIn?: string) => {
    const known = keys.find(({ mark }) => stored.startsWith(begin + mark));
    if (!known) throw new Error("DATA_KEYS lacks the key that sealed this.");
    return decrypted(known.key, stored.slice((begin + known.mark).length), place, sealedIn);
  };
  let refused: "all" | "earlier" | "none" = "none";
  return {
    seal(text, place) {
      if (saysNothing(text)) return text;
      return prefix + newest.mark + encrypted(newest.key, text, place);
    },
    open(stored, place) {
      if (saysNothing(stored)) return stored;
      if (stored.startsWith(prefix)) return opened(stored, prefix, place);
      if (refused === "all" || (refused === "earlier" && !isLater(place)))
        throw new Error(`What is stored in ${nameOf(place)} is not sealed as all else is.`);
      return stored.startsWith(formerPrefix) ? opened(stored, formerPrefix, place, place.column) : stored;
    },
    isNewest: (stored) => stored.startsWith(prefix + newest.mark),
    refuseUnsealed(which) {
      refused = which;
    },
  };
}

function nameOf({ table, column, row }: Place): string {
  return `${table}.${column} of ${row.join(" ")}`;
}

/** What is authenticated with a text, and not stored. */
function asText({ table, column, row }: Place): string {
  return JSON.stringify([table, column, ...row.map(String)]);
}

/** @returns base64url */
export function encrypted(key: KeyObject, text: string, place: Place): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(asText(place)));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** @throws an Error in plain words when it was altered, or is of another place */
export function decrypted(key: KeyObject, sealed: string, place: Place, sealedIn = asText(place)): string {
  const bytes = Buffer.from(sealed, "base64url");
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(sealedIn)).setAuthTag(tag);
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch (error) {
    throw new Error(`What is sealed in ${nameOf(place)} was altered or moved there.`, { cause: error });
  }
}
