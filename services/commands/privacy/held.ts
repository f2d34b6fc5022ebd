import type { Holdings } from "../../store/people/types.ts";
import { counted } from "../text.ts";

/** How much is held about a person, part by part: `1 lead`, `2 messages`. */
export function heldIn({ leads, visits, messages, consents, ...hashed }: Holdings): string[] {
  const records = hashed.refusedEmails.length + hashed.phoneCodes.length + hashed.codeTries.length;
  return [
    counted(leads.length, "lead"),
    counted(visits.length, "visit"),
    counted(messages.length, "message"),
    `${counted(records, "record")} of checks`,
    `${counted(consents.length, "consent")} (kept)`,
  ];
}
