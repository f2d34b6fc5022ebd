import { type Hash, nodeHash } from "../../services/transparency/merkle.ts";
import { logKeyOf } from "../../services/transparency/signed-note.ts";

/** The key of the tests' log, and another's. */
export const logSecret = "l".repeat(32);
export const key = logKeyOf(logSecret);
export const other = logKeyOf("o".repeat(32));

/** The root that a leaf and its path lead to; undefined for a path of the wrong length (RFC 9162, 2.1.3.2). */
export function rootByInclusion(
  leaf: Hash,
  index: number,
  size: number,
  path: readonly Hash[],
): Hash | undefined {
  if (index >= size) return undefined;
  let [at, last, root] = [index, size - 1, leaf];
  for (const hash of path) {
    if (last === 0) return undefined;
    const isRight = at % 2 === 1 || at === last;
    root = isRight ? nodeHash(hash, root) : nodeHash(root, hash);
    while (isRight && at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

/** Whether a proof leads from one root to the other (RFC 9162, 2.1.4.2). */
export function isConsistent(
  first: { size: number; root: Hash },
  second: { size: number; root: Hash },
  proof: readonly Hash[],
): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root);
  if (first.size === 0) return proof.length === 0;
  const isWhole = Number.isInteger(Math.log2(first.size));
  const path = isWhole ? [first.root, ...proof] : [...proof];
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
  const start = path.shift();
  if (!start) return false;
  let [old, root] = [start, start];
  for (const hash of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = nodeHash(hash, old);
      root = nodeHash(hash, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else root = nodeHash(root, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && old.equals(first.root) && root.equals(second.root);
}
