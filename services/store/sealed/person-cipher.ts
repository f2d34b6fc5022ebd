import { type Cipher, decrypted, encrypted } from "./cipher.ts";
import type { PersonKeys } from "./person-keys.ts";
import { type Place, saysNothing } from "./places.ts";

/** What begins like this is sealed with a person's own key. */
const prefix = "~3.";

/** What is read where the key was forgotten: the person was erased, and this is a copy of before, or their consent. */
const forgotten: Record<string, string> = {
  "leads.record": "{}",
  "leads.derived": "[]",
  "leads.location": "",
  "visit_log.body": "{}",
  "outbox.payload": "",
  "lead_notes.remark": "",
  "consents.body": "",
};

/** Whose key a lead's consent is sealed with: not the lead's, because evidence outlives the lead (ADR 67). */
export const consentOwner = (leadId: string) => `consent.${leadId}`;

/**
 * Seals what belongs to one person with a key of their own, and the rest as `master` does: notices of deletion, which say
 * nothing of anybody, and the consents of the chain before the log.
 */
export function personCipher(master: Cipher, keys: PersonKeys): Cipher {
  return {
    seal(text, place) {
      const owner = ownerOf(place);
      if (owner === undefined || saysNothing(text)) return master.seal(text, place);
      const soon = place.table === "leads" ? [consentOwner(owner)] : [];
      return prefix + encrypted(keys.of(owner, soon), text, place);
    },
    open(stored, place) {
      const owner = ownerOf(place);
      if (owner === undefined || !stored.startsWith(prefix)) return master.open(stored, place);
      const key = keys.find(owner);
      if (!key) return forgotten[`${place.table}.${place.column}`]!;
      return decrypted(key, stored.slice(prefix.length), place);
    },
    isNewest: (stored, place) =>
      ownerOf(place) === undefined ? master.isNewest(stored, place) : stored.startsWith(prefix),
    refuseUnsealed: () => master.refuseUnsealed(),
  };
}

/** The visit, lead or consent whose key a text has; a message's id begins with its lead's. */
function ownerOf({ table, row: [id] }: Place): string | undefined {
  if (["visit_log", "leads", "lead_notes"].includes(table)) return String(id);
  if (table === "consents") return consentOwner(String(id));
  const [, lead, rest] = table === "outbox" ? (/^([^.]+)\.(.*)$/.exec(String(id)) ?? []) : [];
  return rest?.startsWith("deletion.") ? undefined : lead;
}
