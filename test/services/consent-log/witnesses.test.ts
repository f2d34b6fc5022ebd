import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timestampRequest, timestampToken, witnessesOf } from "../../../services/consent-log/sealer.ts";
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
import { logKeyOf } from "../../../services/transparency/signed-note.ts";
import { attachmentOf, startSmtp } from "../../stubs/smtp.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { startTimestampAuthority } from "../../stubs/timestamp-authority.ts";
import { isConsistent, rootByInclusion } from "../../support/consent-log.ts";
import { during } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";

const note = logKeyOf("k".repeat(32)).sign({ size: 3, root: Buffer.alloc(32, 7), at: 1_700_000_000_000 });
const settings = { everyMs: 1 };

describe("a file that witnesses the log", () => {
  it("gets each head as one more line that only its owner reads", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "claimpath-")), "heads.jsonl");
    const [witness] = witnessesOf({ ...settings, file });
    await Promise.all([1, 2, 3].map(() => witness!.keep(note)));
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(Array(3).fill({ head: note }));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe("an address that witnesses the log", () => {
  it("is posted the note unchanged; an answer other than success is a failure", async () => {
    let status = 200;
    await using stub = await startStub(() => ({ status, body: {} }));
    const [witness] = witnessesOf({ ...settings, url: `${stub.origin}/heads` });
    await witness!.keep(note);
    expect(stub.requests[0]).toMatchObject({ method: "POST", path: "/heads", body: note });
    status = 302;
    await expect(witness!.keep(note)).rejects.toThrow("status 302");
  });
});

describe("a mailbox that witnesses the log", holds("T57"), () => {
  const smtp = during(startSmtp);
  const from = "site@example.com";
  const witness = (server: string) =>
    witnessesOf({ ...settings, email: { to: "auditor@example.org", smtp: server, from } })[0]!;

  it("gets each head as a file that `consent verify` reads", async () => {
    await witness(smtp.url).keep(note);
    const letter = smtp.letters[0]!;
    expect(letter).toMatch(
      /^From: site@example\.com\r?\nTo: auditor@example\.org\r?\nSubject: Consent log .*3/m,
    );
    expect(attachmentOf(letter)).toBe(`${JSON.stringify({ head: note })}\n`);
  });

  it("gets nothing while its server refuses, or is away", async () => {
    smtp.refuse = 451;
    await expect(witness(smtp.url).keep(note)).rejects.toThrow("451");
    smtp.refuse = undefined;
    await expect(witness("smtp://127.0.0.1:1").keep(note)).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a timestamp authority", holds("T67"), () => {
  const authority = during(startTimestampAuthority);
  const witness = () => witnessesOf({ ...settings, timestampUrl: authority.url })[0]!;

  it("stamps a head, as OpenSSL confirms", async () => {
    const { stamp } = await witness().keep(note);
    const token = Buffer.from(stamp!, "base64");
    await authority.verify(note, token);
    await expect(authority.verify(note.replace("3", "4"), token)).rejects.toThrow();
  });

  it("that refuses, fails, or answers about something else has stamped nothing", async () => {
    const { stamp } = await witness().keep(note);
    const granted = Buffer.from("30050201003000", "hex");
    const answers = [
      Buffer.from("3005300302010230", "hex"),
      Buffer.alloc(0),
      Buffer.from("3082ffff", "hex"),
      granted,
    ];
    for (const answer of [...answers, Buffer.from(stamp!, "base64")]) {
      authority.control.answer = answer;
      await expect(witness().keep(note), answer.toString("hex").slice(0, 20)).rejects.toThrow();
    }
    authority.control.answer = undefined;
    authority.control.status = 500;
    await expect(witness().keep(note)).rejects.toThrow("status 500");
    authority.control.status = 200;
  });

  it("is not trusted when it answers another question", () => {
    const [asked, other] = [timestampRequest(note), timestampRequest(note)];
    const granted = Buffer.concat([Buffer.from("300330010200", "hex")]);
    expect(other.nonce).not.toEqual(asked.nonce);
    expect(() => timestampToken(granted, asked)).toThrow();
  });
});

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

  it("grows by its definition, and has as many peaks as its size has binary ones", () => {
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

  it("proves that each size is a prefix of each later one, and of no other tree", async () => {
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

  it("reads little for a proof anywhere in a long log", async () => {
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
