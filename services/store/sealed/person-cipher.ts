import { isNotice } from "../rows.ts";
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
  "outbox.last_error": "",
  "outbox_attempts.detail": "",
  "lead_notes.remark": "",
  "consents.body": "",
};

/** Whose key a lead's consent is sealed with: not the lead's, because evidence outlives the lead. */
export const consentOwner = (leadId: string) => `consent.${leadId}`;

/**
 * Seals what belongs to one person with a key of their own, and the rest as `master` does: notices to receivers, which say
 * nothing of anybody, and the consents of the chain before the log.
 */
export function personCipher(master: Cipher, keys: PersonKeys): Cipher {
  return {
    seal(text, place) {
      const owner = ownerOf(place);
      if (owner === undefined || saysNothing(text)) return master.seal(text, place);
      if (comesLate(place)) {
        const known = keys.find(owner);
        return known ? prefix + encrypted(known, text, place) : master.seal(text, place);
      }
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
    refuseUnsealed: (which) => master.refuseUnsealed(which),
  };
}

/**
 * Whether it may be written after the person was erased: what came of a delivery that was on its way, of which the statement
 * then keeps nothing. It must not make a new key in place of the forgotten one, which copies of before are sealed with.
 */
function comesLate({ table, column }: Place): boolean {
  return table === "outbox_attempts" || (table === "outbox" && column === "last_error");
}

/** The visit, lead or consent whose key a text has; a message's id begins with its lead's. */
function ownerOf({ table, row: [id] }: Place): string | undefined {
  if (["visit_log", "leads", "lead_notes"].includes(table)) return String(id);
  if (table === "consents") return consentOwner(String(id));
  const [, lead, rest] = ["outbox", "outbox_attempts"].includes(table)
    ? (/^([^.]+)\.(.*)$/.exec(String(id)) ?? [])
    : [];
  return rest !== undefined && isNotice(rest) ? undefined : lead;
}
