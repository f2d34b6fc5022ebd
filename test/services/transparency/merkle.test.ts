import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  consistencyProof,
  emptyTree,
  grown,
  type Hash,
  inclusionProof,
  leafHash,
  nodeHash,
  type ReadHashes,
  rootOf,
  tileBits,
} from "../../../services/transparency/merkle.ts";
import { isConsistent, rootByInclusion } from "../../support/evidence.ts";
import { holds } from "../../support/holds.ts";

/** The tree as RFC 9162 defines it, without anything kept. */
function naiveRoot(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return createHash("sha256").digest();
  if (leaves.length === 1) return leaves[0]!;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, half)), naiveRoot(leaves.slice(half)));
}

/** A log of this many leaves as the store keeps it: the leaves, and the roots of each 256. */
function logOf(size: number) {
  const leaves = Array.from({ length: size }, (_, at) => leafHash(`leaf ${at}`));
  const kept = new Map<string, Hash>();
  const tree = leaves.reduce(
    (before, leaf) => grown(before, leaf, (level, at, hash) => kept.set(`${level} ${at}`, hash)),
    emptyTree,
  );
  let reads = 0;
  const read: ReadHashes = async (level, from, count) => {
    expect(level % tileBits).toBe(0);
    reads += count;
    if (level === 0) return leaves.slice(from, from + count);
    return Array.from({ length: count }, (_, at) => kept.get(`${level} ${from + at}`)!);
  };
  return { leaves, tree, read, reads: () => reads };
}

describe("the Merkle tree", holds("T63"), () => {
  it("has the roots that the reference implementations publish", () => {
    const leaves = [
      "",
      "00",
      "10",
      "2021",
      "3031",
      "40414243",
      "5051525354555657",
      "606162636465666768696a6b6c6d6e6f",
    ];
    const roots = [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    let tree = emptyTree;
    expect(rootOf(tree).toString("hex")).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    for (const [at, leaf] of leaves.entries()) {
      tree = grown(tree, leafHash(Buffer.from(leaf, "hex")));
      expect(rootOf(tree).toString("hex")).toBe(roots[at]);
    }
  });

  it("grows as the definition says, and keeps as many peaks as its size has binary ones", () => {
    const { leaves } = logOf(130);
    let tree = emptyTree;
    for (const [at, leaf] of leaves.entries()) {
      tree = grown(tree, leaf);
      expect(rootOf(tree)).toEqual(naiveRoot(leaves.slice(0, at + 1)));
      expect(tree.peaks.length).toBe([...(at + 1).toString(2)].filter((bit) => bit === "1").length);
    }
  });

  it("proves each leaf, and no other in its place", async () => {
    for (const size of [1, 2, 3, 5, 8, 13, 31, 32, 33]) {
      const { leaves, tree, read } = logOf(size);
      const root = rootOf(tree);
      for (const [at, leaf] of leaves.entries()) {
        const proof = await inclusionProof(read, at, size);
        expect(rootByInclusion(leaf, at, size, proof)).toEqual(root);
        for (const wrong of [at - 1, at + 1, size]) {
          if (wrong >= 0) expect(rootByInclusion(leaf, wrong, size, proof)).not.toEqual(root);
        }
        expect(rootByInclusion(leaf, at, size, [...proof, leaf])).not.toEqual(root);
        expect(rootByInclusion(leaf, at, size, proof.slice(1))).not.toEqual(proof.length ? root : undefined);
      }
    }
  });

  it("proves that each size is the beginning of each later one, and of no other tree", async () => {
    for (const size of [1, 2, 5, 8, 13, 32, 33]) {
      const { leaves, tree, read } = logOf(size);
      for (let first = 1; first <= size; first++) {
        const proof = await consistencyProof(read, first, size);
        const old = { size: first, root: naiveRoot(leaves.slice(0, first)) };
        const now = { size, root: rootOf(tree) };
        expect(isConsistent(old, now, proof), `${first} of ${size}`).toBe(true);
        const forged = { ...old, root: leafHash("forged") };
        expect(isConsistent(forged, now, proof)).toBe(false);
        expect(isConsistent(old, { ...now, root: leafHash("forged") }, proof)).toBe(false);
        expect(isConsistent(old, now, [...proof, now.root])).toBe(false);
        if (proof.length > 0) expect(isConsistent(old, now, proof.slice(0, -1))).toBe(false);
      }
    }
  });

  it("reads little for a proof in a long log, at any place of it", async () => {
    const { leaves, tree, read, reads } = logOf(70_000);
    const root = rootOf(tree);
    await fc.assert(
      fc.asyncProperty(fc.nat(69_999), fc.integer({ min: 1, max: 70_000 }), async (at, first) => {
        const before = reads();
        const proof = await inclusionProof(read, at, 70_000);
        expect(rootByInclusion(leaves[at]!, at, 70_000, proof)).toEqual(root);
        expect(reads() - before).toBeLessThan(256 * 4);
        const old = { size: first, root: rootOf(logPrefix(leaves, first)) };
        const both = await consistencyProof(read, first, 70_000);
        expect(isConsistent(old, { size: 70_000, root }, both)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });
});

const logPrefix = (leaves: readonly Hash[], size: number) =>
  leaves.slice(0, size).reduce((tree, leaf) => grown(tree, leaf), emptyTree);
