import { type ContactPoints, hashesOf, keyedHash, knownHashesOf } from "../engine/address-hash.ts";
import { clean } from "../engine/clean.ts";
import type { Connection, Writer } from "../engine/connection.ts";
import { markOf } from "../engine/keys.ts";
import type { Refusal, RefusalKind, Suppression } from "../rows.ts";

/** Listed by the form from one network, named by its keyed hash; `several` where more than one has listed the same address. */
type OptOutBatch = { cameBy: string; count: number; firstAt: number; lastAt: number };
type AskingForm = { network: string; spends?: { nonce: string; expiresAt: number } };
/**
 * A buyer's word, of which lead. `keep`: writes it down in the same commit; false where it was known, and then nothing is
 * listed or renewed.
 */
type Told = { leadId: string; keep: (trx: Writer) => Promise<boolean> };
/** `until` included. */
export type BatchRange = { since: number; until?: number };

const several = "several";

/** Whose leads are sent to nobody any more. Addresses are kept as keyed hashes only. */
export interface Suppressions {
  /**
   * An address that is on the list already is renewed: a consent given in between counts no more. It keeps its refusal
   * and reason, unless it was a `do-not-sell` and is now refused for good.
   * Returns how many were not on the list before.
   * @param more `form` that asked for it: from which network, and what is spent with it in the same commit (`SpentProofs`)
   */
  add(
    reach: ContactPoints,
    refusal: RefusalKind,
    reason: string,
    more?: { form?: AskingForm; told?: Told },
  ): Promise<number>;
  /** What forms have listed in a time, by where they came from; the largest first. */
  batches(range: BatchRange): Promise<OptOutBatch[]>;
  /** Takes off what forms of one network have listed in a time. Returns how many addresses. */
  undo(cameBy: string, range: BatchRange): Promise<number>;
  /** Returns how many of the addresses were on the list. */
  remove(reach: ContactPoints): Promise<number>;
  /** True when any of the addresses is on the list. */
  has(reach: ContactPoints): Promise<boolean>;
  /** The entries themselves. */
  find(reach: ContactPoints): Promise<Suppression[]>;
}

/**
 * What is noted of a new entry for those who follow it up, in its transaction.
 * @returns whether anybody does
 */
export type NoteRefusal = (
  trx: Writer,
  reach: ContactPoints,
  refusal: Pick<Refusal, "refusal" | "leadId" | "at">,
) => Promise<boolean>;

/** @param key from `hashKeyIn` @param follow-up `noted`: after the commit of what was noted */
export function suppressionsIn(
  connection: Connection,
  key: string,
  now: () => number,
  { note, noted }: { note?: NoteRefusal; noted?: () => void } = {},
): Suppressions {
  const find: Suppressions["find"] = async (reach) => {
    const hashes = knownHashesOf(key, reach);
    if (hashes.length === 0) return [];
    return connection.read((db) =>
      db
        .selectFrom("suppressions")
        .select(["kind", "refusal", "reason", "createdAt"])
        .where("addressHash", "in", hashes)
        .orderBy("kind")
        .execute(),
    );
  };
  return {
    find,
    has: async (reach) => (await find(reach)).length > 0,
    async add(reach, refusal, reason, { form, told } = {}) {
      const createdAt = now();
      const cameBy = form ? keyedHash(key, `opt-out ${form.network}`).slice(0, 16) : null;
      const rows = hashesOf(key, reach).map(({ kind, hash }) => ({
        kind,
        addressHash: hash,
        keyMark: markOf(key),
        refusal,
        reason: clean(reason),
        createdAt,
        cameBy,
      }));
      if (rows.length === 0 && !told) return 0;
      const { added, isNoted } = await connection.write(async (trx) => {
        if (told && !(await told.keep(trx))) return { added: 0, isNoted: false };
        const about = { refusal, leadId: told?.leadId ?? "", at: createdAt };
        const isNoted = (await note?.(trx, reach, about)) ?? false;
        if (rows.length === 0) return { added: 0, isNoted };
        const known = await trx
          .selectFrom("suppressions")
          .select("kind")
          .where(
            "addressHash",
            "in",
            rows.map(({ addressHash }) => addressHash),
          )
          .execute();
        await trx
          .insertInto("suppressions")
          .values(rows)
          .onConflict((c) =>
            c.columns(["kind", "addressHash"]).doUpdateSet((eb) => {
              const isFinal = eb.or([
                eb("suppressions.refusal", "!=", "do-not-sell"),
                eb("excluded.refusal", "=", "do-not-sell"),
              ]);
              const kept = <Column extends "refusal" | "reason">(column: Column) =>
                eb
                  .case()
                  .when(isFinal)
                  .then(eb.ref(`suppressions.${column}`))
                  .else(eb.ref(`excluded.${column}`))
                  .end();
              return {
                refusal: kept("refusal"),
                reason: kept("reason"),
                createdAt: eb.ref("excluded.createdAt"),
                // What was listed by hand, or before this was kept, is no form's to undo.
                cameBy: eb
                  .case()
                  .when(eb.or([eb("suppressions.cameBy", "is", null), eb("excluded.cameBy", "is", null)]))
                  .then(null)
                  .when("suppressions.cameBy", "=", eb.ref("excluded.cameBy"))
                  .then(eb.ref("suppressions.cameBy"))
                  .else(several)
                  .end(),
              };
            }),
          )
          .execute();
        if (form?.spends)
          await trx
            .insertInto("spentProofs")
            .values(form.spends)
            .onConflict((c) => c.column("nonce").doNothing())
            .execute();
        return { added: rows.length - known.length, isNoted };
      });
      if (isNoted) noted?.();
      return added;
    },
    batches: ({ since, until = Number.MAX_SAFE_INTEGER }) =>
      connection.read(async (db) => {
        const rows = await db
          .selectFrom("suppressions")
          .select((eb) => [
            "cameBy",
            eb.fn.countAll<number>().as("count"),
            eb.fn.min("createdAt").as("firstAt"),
            eb.fn.max("createdAt").as("lastAt"),
          ])
          .where("cameBy", "is not", null)
          .where("refusal", "=", "do-not-sell")
          .where("createdAt", ">=", since)
          .where("createdAt", "<=", until)
          .groupBy("cameBy")
          .execute();
        return rows
          .map((row) => ({
            cameBy: row.cameBy!,
            count: Number(row.count),
            firstAt: Number(row.firstAt),
            lastAt: Number(row.lastAt),
          }))
          .sort((one, other) => other.count - one.count);
      }),
    async undo(cameBy, { since, until = Number.MAX_SAFE_INTEGER }) {
      const result = await connection.write((trx) =>
        trx
          .deleteFrom("suppressions")
          .where("cameBy", "=", cameBy)
          .where("refusal", "=", "do-not-sell")
          .where("createdAt", ">=", since)
          .where("createdAt", "<=", until)
          .executeTakeFirst(),
      );
      return Number(result.numDeletedRows);
    },
    async remove(reach) {
      const hashes = knownHashesOf(key, reach);
      if (hashes.length === 0) return 0;
      const result = await connection.write((trx) =>
        trx.deleteFrom("suppressions").where("addressHash", "in", hashes).executeTakeFirst(),
      );
      return Number(result.numDeletedRows);
    },
  };
}
