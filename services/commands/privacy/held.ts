import type { Settings } from "../../settings/env.ts";
import type { Holdings } from "../../store/people/types.ts";
import { counted } from "../text.ts";

/** A consent is evidence; where it has a key of its own, its person's erasure forgets that (ADR 67). */
const keepsConsents = ({ personKeys }: Pick<Settings, "personKeys">) => personKeys === undefined;

/** What an erasure means for them, in a sentence. */
export const consentsAfter = (settings: Pick<Settings, "personKeys">) =>
  keepsConsents(settings)
    ? "Consent records are kept as evidence."
    : "Nobody can read their consent any more; the log still proves that there was one, and when.";

/** How much is held about a person, part by part: `1 lead`, `2 messages`. */
export function heldIn(
  { leads, visits, messages, consents, ...hashed }: Holdings,
  settings: Pick<Settings, "personKeys">,
): string[] {
  const records = hashed.refusedEmails.length + hashed.phoneCodes.length + hashed.codeTries.length;
  return [
    counted(leads.length, "lead"),
    counted(visits.length, "visit"),
    counted(messages.length, "message"),
    `${counted(records, "record")} of checks`,
    counted(consents.length, "consent") + (keepsConsents(settings) ? " (kept)" : ""),
  ];
}
