import { createHash } from "node:crypto";

/**
 * A consent of before the log: each was tied to the one before it by its hash. `body` is the JSON text that was
 * hashed, byte for byte. The log's first leaf is the last hash.
 */
export type ChainedConsent = {
  seq: number;
  leadId: string;
  at: number;
  body: string;
  textSha256: string;
  previousHash: string;
  hash: string;
};

/** The hash before the first record's. */
export const genesis = "0".repeat(64);

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** SHA-256 (hex) over the JSON array of its columns in this order. */
export function consentHash(row: Omit<ChainedConsent, "hash">): string {
  return sha256(JSON.stringify([row.seq, row.leadId, row.at, row.body, row.textSha256, row.previousHash]));
}

export type ChainVerdict =
  | { ok: true; count: number; head: string }
  | { ok: false; seq: number; leadId: string; reason: string };

/** Walks the chain and stops at the first record that does not fit. `head` is the last hash. */
export async function verifyChain(rows: AsyncIterable<ChainedConsent>): Promise<ChainVerdict> {
  let count = 0;
  let head = genesis;
  for await (const row of rows) {
    const reason = flaw(row, count + 1, head);
    if (reason) return { ok: false, seq: row.seq, leadId: row.leadId, reason };
    count += 1;
    head = row.hash;
  }
  return { ok: true, count, head };
}

function flaw(row: ChainedConsent, seq: number, previousHash: string): string | undefined {
  if (row.seq !== seq) return "a record before it is missing";
  if (row.previousHash !== previousHash) return "it does not follow the record before it";
  if (row.hash !== consentHash(row)) return "it was changed after it was stored";
  const body = JSON.parse(row.body) as { text?: unknown };
  if (typeof body.text !== "string" || sha256(body.text) !== row.textSha256) {
    return "the consent text does not match its own hash";
  }
  return undefined;
}
