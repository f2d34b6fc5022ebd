import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod";
import type { Log } from "../observe/log.ts";
import { keyedHash } from "../store/engine/address-hash.ts";
import { purposeTexts } from "../store/engine/keys.ts";
import type { SpentProofs } from "../store/guards/floods.ts";
import { networkOf } from "./network-of.ts";

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);
const count = z.number().int().min(0);

/** ALTCHA's payload, of the kind that we ask for. */
const schema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      cost: count,
      data: z.object({ visitor: hex }),
      expiresAt: count,
      keyLength: count,
      keyPrefix: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: count, derivedKey: hex }),
});

/** @returns the proof in base64 JSON; undefined for anything else */
function readProof(text: string): z.infer<typeof schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(text, "base64").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

/** How long a challenge can be answered, in seconds: by the slowest phone, on an unreliable network. */
const lifeSeconds = 120;
/** The derived key has to begin with this: 256 tries on average. */
const keyPrefix = "00";

/** The outcome of a proof; only `taken` buys its post. */
export type ProofOutcome =
  | "taken"
  | "unreadable"
  | "expired"
  | "foreign"
  | "forged"
  | "unsolved"
  | "replayed";

export type ProofOfWork = {
  /** @returns a new challenge for this address, as base64 of ALTCHA's JSON */
  challenge(ip: string): Promise<string>;
  /** @param proof base64 of ALTCHA's payload, as the visitor's browser sent it */
  check(ip: string, proof: string): Promise<ProofOutcome>;
};

/**
 * Proofs of work by ALTCHA's scheme: signed by us, bound to a network and a time. The library takes a solution as often
 * as it comes; that each buys one post only, of whichever process, is seen to here.
 * @param secrets the first signs, all verify
 * @param cost rounds of PBKDF2 in each try
 */
export function proofOfWork(parts: {
  secrets: readonly string[];
  cost: number;
  spent: Pick<SpentProofs, "spend">;
  now: () => number;
  log: Log;
}): ProofOfWork {
  const { cost, spent, now, log } = parts;
  const keys = purposeTexts(parts.secrets, "proof of work");
  /** While the store is in trouble nobody can say; then the post cannot be saved either. */
  const spendOnce = (nonce: string, expiresAt: number) =>
    spent.spend(nonce, expiresAt).catch((error: Error) => {
      log("proofs.not_shared", { error: error.name });
      return true;
    });
  const visitorBy = (key: string, ip: string) => keyedHash(key, networkOf(ip));

  return {
    async challenge(ip) {
      const key = keys[0]!;
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        keyPrefix,
        deriveKey,
        hmacSignatureSecret: key,
        expiresAt: Math.floor(now() / 1000) + lifeSeconds,
        data: { visitor: visitorBy(key, ip) },
      });
      return Buffer.from(JSON.stringify(challenge)).toString("base64");
    },
    async check(ip, text) {
      const proof = readProof(text);
      if (!proof) return "unreadable";
      const { nonce, expiresAt, data } = proof.challenge.parameters;
      if (expiresAt * 1000 <= now()) return "expired";
      const key = keys.find((each) => visitorBy(each, ip) === data.visitor);
      if (!key) return "foreign";
      const verdict = await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: key });
      if (verdict.invalidSignature) return "forged";
      if (!verdict.verified) return "unsolved";
      return (await spendOnce(nonce, expiresAt * 1000)) ? "taken" : "replayed";
    },
  };
}
