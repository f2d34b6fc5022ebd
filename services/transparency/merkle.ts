import { createHash } from "node:crypto";

/**
 * The Merkle tree of RFC 9162 (section 2): SHA-256, 0x00 before a leaf and 0x01 before a node, and the largest power of two
 * on the left. A tree that grows keeps only its peaks: the roots of its whole subtrees, largest first.
 */
export type Hash = Buffer;
export type Frontier = { size: number; peaks: readonly Hash[] };

/** Hashes of this many leaves are kept one level up, so that a proof reads little however long the log is. */
export const tileBits = 8;

export const emptyTree: Frontier = { size: 0, peaks: [] };

function sha256(...parts: (string | Uint8Array)[]): Hash {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function leafHash(data: string | Uint8Array): Hash {
  return sha256(Uint8Array.of(0), data);
}

export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256(Uint8Array.of(1), left, right);
}

/**
 * The tree after one more leaf.
 * @param onNode gets each subtree that is complete by now: its level (a leaf's parent has 1), its position among those
 * of its level, its root
 */
export function grown(
  { size, peaks }: Frontier,
  leaf: Hash,
  onNode: (level: number, position: number, hash: Hash) => void = () => {},
): Frontier {
  const left = [...peaks];
  let hash = leaf;
  for (let level = 1, rest = size; rest % 2 === 1; rest = (rest - 1) / 2, level++) {
    hash = nodeHash(left.pop()!, hash);
    onNode(level, (rest - 1) / 2, hash);
  }
  return { size: size + 1, peaks: [...left, hash] };
}

export function rootOf({ peaks }: Frontier): Hash {
  if (peaks.length === 0) return sha256();
  return peaks.reduceRight((right, left) => nodeHash(left, right));
}

/** Reads hashes of whole subtrees of one level (0: leaves), from a position on. */
export type ReadHashes = (level: number, from: number, count: number) => Promise<readonly Hash[]>;

/** The root over the leaves from `start` to before `end`. */
async function rangeRoot(read: ReadHashes, start: number, end: number): Promise<Hash> {
  const count = end - start;
  const half = largestPowerBelow(count);
  if (count > 1 && half * 2 !== count) {
    return nodeHash(await rangeRoot(read, start, start + half), await rangeRoot(read, start + half, end));
  }
  // A whole subtree: of the nearest level below that is kept.
  const height = Math.log2(count);
  const level = Math.floor(height / tileBits) * tileBits;
  const width = 2 ** level;
  const hashes = [...(await read(level, start / width, count / width))];
  if (hashes.length !== count / width) throw new Error("A part of the consent log is missing.");
  while (hashes.length > 1) {
    for (let at = 0; at < hashes.length; at++) hashes.splice(at, 2, nodeHash(hashes[at]!, hashes[at + 1]!));
  }
  return hashes[0]!;
}

/** That a leaf is in the tree of this size (RFC 9162, 2.1.3.1). */
export async function inclusionProof(read: ReadHashes, index: number, size: number): Promise<Hash[]> {
  const path = async (at: number, start: number, end: number): Promise<Hash[]> => {
    if (end - start <= 1) return [];
    const middle = start + largestPowerBelow(end - start);
    return at < middle
      ? [...(await path(at, start, middle)), await rangeRoot(read, middle, end)]
      : [...(await path(at, middle, end)), await rangeRoot(read, start, middle)];
  };
  return path(index, 0, size);
}

/** That the tree of the first size is the beginning of the second's (RFC 9162, 2.1.4.1). */
export async function consistencyProof(read: ReadHashes, first: number, size: number): Promise<Hash[]> {
  const proof = async (old: number, start: number, end: number, isKnown: boolean): Promise<Hash[]> => {
    if (old === end - start) return isKnown ? [] : [await rangeRoot(read, start, end)];
    const half = largestPowerBelow(end - start);
    const middle = start + half;
    return old <= half
      ? [...(await proof(old, start, middle, isKnown)), await rangeRoot(read, middle, end)]
      : [...(await proof(old - half, middle, end, false)), await rangeRoot(read, start, middle)];
  };
  return first === 0 ? [] : proof(first, 0, size, true);
}

/** The largest power of two that is smaller than a number above 1. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** The hashed part of a consent. `body` is its JSON text, byte for byte, with 16 random bytes of salt in it. */
type LeafData = { leadId: string; at: number; body: string };

/** Without its salt nobody finds a consent's contents from its leaf, and with the body erased the leaf says nothing. */
export function consentLeaf({ leadId, at, body }: LeafData): Hash {
  return leafHash(JSON.stringify(["claimpath consent", leadId, at, body]));
}

/** The log's first leaf: the last hash of the former chain of consents. */
export function firstLeaf(chainHead: string): Hash {
  return leafHash(JSON.stringify(["claimpath consent chain", chainHead]));
}
