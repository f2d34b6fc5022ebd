import { type Cipher, decrypted, encrypted } from "./cipher.ts";
import type { PersonKeys } from "./person-keys.ts";
import { type Place, saysNothing } from "./places.ts";

/** What begins like this is sealed with a person's own key. */
const prefix = "~3.";

/** What is read where the key was forgotten: the person was erased, and this is a copy of before. */
const forgotten: Record<string, string> = {
  record: "{}",
  derived: "[]",
  location: "",
  body: "{}",
  payload: "",
  remark: "",
};

/**
 * Seals what belongs to one person with a key of their own, and the rest as `master` does: consents, which are evidence
 * and outlive the lead, and notices of deletion, which say nothing of anybody.
 */
export function personCipher(master: Cipher, keys: PersonKeys): Cipher {
  return {
    seal(text, place) {
      const owner = ownerOf(place);
      if (owner === undefined || saysNothing(text)) return master.seal(text, place);
      return prefix + encrypted(keys.of(owner), text, place);
    },
    open(stored, place) {
      const owner = ownerOf(place);
      if (owner === undefined || !stored.startsWith(prefix)) return master.open(stored, place);
      const key = keys.find(owner);
      if (!key) return forgotten[place.column]!;
      return decrypted(key, stored.slice(prefix.length), place);
    },
    isNewest: (stored, place) =>
      ownerOf(place) === undefined ? master.isNewest(stored, place) : stored.startsWith(prefix),
    refuseUnsealed: () => master.refuseUnsealed(),
  };
}

/** The visit or lead whose key a text has; a message's id begins with its lead's. */
function ownerOf({ table, row: [id] }: Place): string | undefined {
  if (["visit_log", "leads", "lead_notes"].includes(table)) return String(id);
  const [, lead, rest] = table === "outbox" ? (/^([^.]+)\.(.*)$/.exec(String(id)) ?? []) : [];
  return rest?.startsWith("deletion.") ? undefined : lead;
}
