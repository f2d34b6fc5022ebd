import { type ContactPoints, keyedHash, normalEmail, normalPhone } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";
import { uuid7 } from "../engine/uuid7.ts";

/** What a lead is found by: a whole number, a whole address, or a first, a last or a whole name. */
export type Sought = { kind: "phone" | "email" | "name"; of: string };

/** Leads whose keys are written at a time. */
const batch = 500;
/** How much of an id is its time. */
const timeLength = "01a21735-5bfe".length;
/** The key of a lead of which nothing can be sought: it says that the lead was looked at. */
const nothing = "";

/** What somebody typed, as what it can be found by; undefined where it is no such thing. */
export function soughtIn(text: string): Sought | undefined {
  const phone = normalPhone(text);
  if (phone) return { kind: "phone", of: phone };
  const email = normalEmail(text);
  if (email) return { kind: "email", of: email };
  const name = normalName(text);
  return name && /\p{L}{2}/u.test(name) && !/\d/.test(name) ? { kind: "name", of: name } : undefined;
}

/** A name without accents, case and signs: `O’Connor-Núñez` is `oconnor nunez`. */
function normalName(text: unknown): string {
  if (typeof text !== "string") return "";
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’`.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** All that a lead can be found by. @param record as it is stored */
function soughtOf(record: Record<string, unknown>): Sought[] {
  const [first, last] = [normalName(record.first_name), normalName(record.last_name)];
  const names = [
    first,
    last,
    [first, last].filter(Boolean).join(" "),
    ...last.split(" "),
    ...first.split(" "),
  ];
  const [phone, email] = [normalPhone(record.phone), normalEmail(record.email)];
  return [
    ...[...new Set(names)].flatMap((of): Sought[] => (of === "" ? [] : [{ kind: "name", of }])),
    ...(phone ? [{ kind: "phone" as const, of: phone }] : []),
    ...(email ? [{ kind: "email" as const, of: email }] : []),
  ];
}

/** Finds leads by what is sealed in them, without opening them: by keyed hashes, which are erased with the lead. */
export type LeadKeys = {
  /**
   * Writes the keys of leads that have none yet, the newest first.
   * @param since only of leads that came after this time, epoch milliseconds @returns how many leads these were
   */
  catchUp(most: number, since?: number): Promise<number>;
  /** `phone.` and a hash: what it is of is told, so that who may find only numbers finds nothing else. */
  keyOf(sought: Sought): string;
  /** Those under which leads with this address or this number are. */
  keysOf(reach: ContactPoints): string[];
};

/** @param key of the hashes of addresses, which stays what it is */
export function leadKeysIn(connection: Connection, key: string): LeadKeys {
  const keyOf = ({ kind, of }: Sought) => `${kind}.${keyedHash(key, JSON.stringify(["lead", kind, of]))}`;
  const writeSome = async (most: number, after: string): Promise<number> => {
    const leads = await connection.read((db) =>
      db
        .selectFrom("leads")
        .select(["id", "record"])
        .where("erasedAt", "is", null)
        .where("id", ">", after)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("leadKeys").select("leadId").whereRef("leadKeys.leadId", "=", "leads.id"))),
        )
        .orderBy("id", "desc")
        .limit(most)
        .execute(),
    );
    const rows = leads.flatMap(({ id, record }) => {
      const hashes = soughtOf(JSON.parse(record)).map(keyOf);
      return (hashes.length > 0 ? hashes : [nothing]).map((hash) => ({ hash, leadId: id }));
    });
    if (rows.length === 0) return 0;
    await connection.write(async (trx) => {
      // One that was erased meanwhile gets none: its row is looked at in the same transaction.
      const ids = leads.map(({ id }) => id);
      const there = await trx
        .selectFrom("leads")
        .select("id")
        .where("id", "in", ids)
        .where("erasedAt", "is", null)
        .execute();
      const left = new Set(there.map(({ id }) => id));
      const kept = rows.filter(({ leadId }) => left.has(leadId));
      if (kept.length === 0) return;
      await trx
        .insertInto("leadKeys")
        .values(kept)
        .onConflict((c) => c.columns(["hash", "leadId"]).doNothing())
        .execute();
    });
    return leads.length;
  };
  return {
    keyOf,
    keysOf: ({ email, phone }) =>
      soughtOf({ email, phone })
        .filter(({ kind }) => kind !== "name")
        .map(keyOf),
    async catchUp(most, since) {
      // A lead's id begins with when it was made.
      const after = since === undefined ? "" : uuid7(since).slice(0, timeLength);
      let written = 0;
      while (written < most) {
        const some = await writeSome(Math.min(batch, most - written), after);
        written += some;
        if (some < batch) break;
      }
      return written;
    },
  };
}
