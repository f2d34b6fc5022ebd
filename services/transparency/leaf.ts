import { type Hash, leafHash } from "./merkle.ts";

/** What is hashed of a consent. `body` is its JSON text, byte for byte, with 16 random bytes of salt in it. */
export type LeafData = { leadId: string; at: number; body: string };

/** Without its salt nobody finds a consent's contents from its leaf, and with the body erased the leaf says nothing. */
export function consentLeaf({ leadId, at, body }: LeafData): Hash {
  return leafHash(JSON.stringify(["claimpath consent", leadId, at, body]));
}

/** The log's first leaf: the last hash of the chain of consents that there was before it. */
export function firstLeaf(chainHead: string): Hash {
  return leafHash(JSON.stringify(["claimpath consent chain", chainHead]));
}
