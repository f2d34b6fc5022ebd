import { createHash } from "node:crypto";

/** What the visitor agreed to and how it is known. `text` is exactly what was on screen. */
export type ConsentBody = {
  text: string;
  version: string;
  language: string;
  /** Label of the button that gave the consent. */
  button: string;
  /** Path of the page, without its query. */
  page: string;
  ip: string;
  userAgent: string;
  phone: string;
  /** Build of the program that showed the form. */
  build: string;
  /** Further evidence: certificate ids, buyers displayed. */
  [more: string]: unknown;
};
export type NewConsent = { at: number; body: ConsentBody };

/** A stored consent. `body` is the JSON text that was hashed, byte for byte. */
export type ConsentRow = {
  seq: number;
  leadId: string;
  at: number;
  body: string;
  textSha256: string;
  previousHash: string;
  hash: string;
};

export interface Consents {
  ofLead(leadId: string): Promise<ConsentRow | undefined>;
  /** Survey leads whose consent is missing; none, unless somebody changed the store. */
  missing(): Promise<string[]>;
  /** In chain order. */
  iterate(): AsyncIterable<ConsentRow>;
}

/** What stands for "the record before the first". */
export const genesis = "0".repeat(64);

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * The hash that ties a consent to all before it: SHA-256 (hex) over the JSON array of its columns in this order.
 * `body` is the stored text itself, so a single changed byte shows.
 */
export function consentHash(row: Omit<ConsentRow, "hash">): string {
  return sha256(JSON.stringify([row.seq, row.leadId, row.at, row.body, row.textSha256, row.previousHash]));
}

export type Verdict =
  | { ok: true; count: number; head: string }
  | { ok: false; seq: number; leadId: string; reason: string };

/**
 * Walks the chain and stops at the first record that does not fit.
 * `head` is the last hash: noted down elsewhere, it also shows later whether records were cut off at the end.
 */
export async function verify(rows: AsyncIterable<ConsentRow>): Promise<Verdict> {
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

function flaw(row: ConsentRow, seq: number, previousHash: string): string | undefined {
  if (row.seq !== seq) return "a record before it is missing";
  if (row.previousHash !== previousHash) return "it does not follow the record before it";
  if (row.hash !== consentHash(row)) return "it was changed after it was stored";
  const body = JSON.parse(row.body) as { text?: unknown };
  if (typeof body.text !== "string" || sha256(body.text) !== row.textSha256) {
    return "the consent text does not match its own hash";
  }
  return undefined;
}
