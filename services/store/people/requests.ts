import { type ContactPoints, hashesOf } from "../address-hash.ts";
import type { Connection } from "../connection.ts";
import { uuid7 } from "../uuid7.ts";
import type { PrivacyRequest, RequestKind } from "./types.ts";

export async function recordRequest(
  connection: Connection,
  key: string,
  kind: RequestKind,
  reach: ContactPoints,
  at: number,
): Promise<void> {
  const rows = hashesOf(key, reach).map(({ kind: reachKind, hash }) => ({
    id: uuid7(at),
    kind,
    reach_kind: reachKind,
    address_hash: hash,
    at,
  }));
  if (rows.length > 0)
    await connection.write((trx) => trx.insertInto("privacy_requests").values(rows).execute());
}

export async function requestsOf(
  connection: Connection,
  key: string,
  reach: ContactPoints,
): Promise<PrivacyRequest[]> {
  const hashes = hashesOf(key, reach).map(({ hash }) => hash);
  if (hashes.length === 0) return [];
  return connection.read((db) =>
    db
      .selectFrom("privacy_requests")
      .select(["id", "kind", "reach_kind as reachKind", "at"])
      .where("address_hash", "in", hashes)
      .orderBy("id")
      .execute(),
  );
}
