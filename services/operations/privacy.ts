import type { Settings } from "../settings/env.ts";
import type { ContactPoints } from "../store/engine/address-hash.ts";
import type { OutboxQueue } from "../store/outbox/outbox-queue.ts";
import type { Holdings, Notice, People } from "../store/people/people.ts";
import { isNotice } from "../store/rows.ts";
import { counted, isoTime } from "./text.ts";

/** The purpose of each part, in the person's copy. */
const purposes: Record<keyof Holdings, string> = {
  leads: "what you sent us, to be passed to a law firm or read by us, and what our rules changed in it",
  visits: "your answers in the order you gave them, so that you can go on where you stopped",
  messages: "to whom what you sent was or will be passed on, and whether it arrived",
  consents: "proof of what you agreed to; kept longer than what you sent us",
  refusedEmails: "how often an e-mail address was refused, against abuse; kept without the address",
  phoneCodes: "verification codes sent to your number; kept without number and code",
  codeTries: "how often a code was sent or tried, against abuse; kept without the number",
  progressSaves: "how far your answers were forwarded while you gave them",
  notes: "what people who run the site wrote about what you sent; erased with it",
  suppressions: "that nothing about you is passed on any more; kept without the address",
  requests: "that you asked us for your data or its deletion; kept without the address",
};

/** All data about one person as one JSON document, each part with its purpose. */
export function privacyDocument(reach: ContactPoints, holdings: Holdings, now: number): string {
  const parts = Object.entries(purposes).map(([name, purpose]) => {
    const items = holdings[name as keyof Holdings].map((item) => readable(item));
    return [name, { purpose, items }];
  });
  const document = { about: reach, made_at: isoTime(now), ...Object.fromEntries(parts) };
  // The buyer's key is no personal data.
  return `${JSON.stringify(document, (name, value) => (name === "lp_key" ? undefined : value), 2)}\n`;
}

/** Times in words, and JSON that is kept as text as itself. */
function readable(item: object): object {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      if (typeof value === "number" && /(^at|At|Until)$/.test(name)) return [name, isoTime(value)];
      if (name === "body" || name === "payload") return [name, parsed(value)];
      if (name === "entries" && Array.isArray(value)) return [name, value.map(readable)];
      return [name, value];
    }),
  );
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/** A consent is evidence; where it has a key of its own, its person's erasure forgets that. */
const keepsConsents = ({ personKeys }: Pick<Settings, "personKeys">) => personKeys === undefined;

/** The effect of an erasure on consents, in a sentence. */
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

/** The work left after an erasure. */
export type Erased = {
  /** Receivers that will be notified automatically. */
  notices: Notice[];
  /** Visits whose answers were forwarded although they made no lead: no notice belongs to them. */
  forwarded: string[];
  /** False where the database's log file still contains what was erased. */
  isScrubbed: boolean;
};

/**
 * Writes down that a person asked to be forgotten, and erases them.
 * @param holdings of the person, as `find` has just found them
 */
export async function erasePerson(
  people: People,
  person: ContactPoints,
  holdings: Pick<Holdings, "visits" | "progressSaves">,
): Promise<Erased> {
  await people.record("delete", person);
  const notices = await people.erase(person);
  return { notices, forwarded: forwardedAlone(holdings), isScrubbed: await people.scrub() };
}

/**
 * Notes that a person has told a receiver what a notice says.
 * @returns false where there is no such notice, or its receiver has it
 */
export async function closeNotice(
  outbox: Pick<OutboxQueue, "get" | "delivered">,
  id: string,
): Promise<boolean> {
  const message = await outbox.get(id);
  if (!message || !isNotice(message.destination) || message.status === "delivered") return false;
  await outbox.delivered(message, "accepted", "notified by hand");
  return true;
}

function forwardedAlone({ visits, progressSaves }: Pick<Holdings, "visits" | "progressSaves">): string[] {
  const sent = progressSaves.filter((save) => save.progressionSeq > 0 || save.backupSeq > 0);
  return visits
    .filter(({ id, leadId }) => leadId === null && sent.some(({ visitId }) => visitId === id))
    .map(({ id }) => id);
}
