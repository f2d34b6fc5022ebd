import { type SourceLevels, usualLevels } from "../../../machines/context/source-path.ts";
import { bearerIn, isId, type Person } from "../../observe/telling.ts";
import { keyedHash } from "../engine/address-hash.ts";
import type { Reader } from "../engine/connection.ts";

/** Longest id that is kept as a buyer gives it. */
const longest = 100;

/**
 * The stored form of buyers' own ids of leads. Some use a mailbox or a number as one, and any may answer with anything:
 * a value that is not plainly an id, or identifies the lead's person, is kept as a keyed hash. Equal ids have equal
 * hashes, so that a buyer's report can be compared with its answer, and the sale found with the id and the key; the
 * hash does not reveal the id.
 */
export type KeptIds = ReturnType<typeof keptIdsBy>;

/**
 * @param key that of the store's hashes of addresses
 * @param affiliates ids that the operator's file names
 * @param levels sub ids that name campaigns, ad sets and ads
 */
export function keptIdsBy(key: string, affiliates: ReadonlySet<string>, levels: SourceLevels = usualLevels) {
  const hashed = (id: string) => `#${keyedHash(key, `buyer's id:${id}`).slice(0, 24)}`;
  const known = async (db: Reader, leadId: string) => {
    const lead = await db
      .selectFrom("leads")
      .select(["id", "record", "erasedAt"])
      .where("id", "=", leadId)
      .executeTakeFirst();
    if (lead && lead.erasedAt !== null) return undefined;
    return bearerIn(lead ? JSON.parse(lead.record) : {});
  };
  const of = (bearer: Person | undefined, id: string | null): string | null => {
    if (id === null || id === "") return null;
    // It was kept so before.
    if (/^#[0-9a-f]{24}$/.test(id)) return id;
    return bearer && isId(id, bearer, longest) ? id : hashed(id);
  };
  return {
    levels,
    hashed,
    /** An id's stored form, by what a receiver was sent: the JSON of a lead's fields, or of them as its `record`. */
    keptOf(payload: string, id: string | null): string | null {
      if (id === null || id === "") return null;
      const sent = payload === "" ? undefined : JSON.parse(payload);
      return of(sent && bearerIn(sent.record ?? sent), id);
    },
    /** An id's stored form; for an erased lead nobody knows any more what identifies its person. */
    async kept(db: Reader, leadId: string, id: string | null): Promise<string | null> {
      return id === null || id === "" ? null : of(await known(db, leadId), id);
    },
    /** Whether an affiliate is one of the operator's own, whose id is kept whatever its visitors are called. */
    async knows(db: Reader, affiliate: string): Promise<boolean> {
      if (affiliates.has(affiliate)) return true;
      const changed = await db
        .selectFrom("termsChanges")
        .select("name")
        .where("party", "=", "affiliate")
        .where("name", "=", affiliate)
        .limit(1)
        .executeTakeFirst();
      return changed !== undefined;
    },
    /** Whether two of buyers' ids, kept or as they were given, are one. */
    isSame: (one: string, other: string): boolean =>
      one === other || hashed(one) === other || one === hashed(other),
  };
}
