import type { ContactPoints } from "../../store/address-hash.ts";
import type { Holdings, Notice, People } from "../../store/people/types.ts";

/** What is left to do after an erasure. */
export type Erased = {
  /** Receivers who will be notified by themselves. */
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

function forwardedAlone({ visits, progressSaves }: Pick<Holdings, "visits" | "progressSaves">): string[] {
  const sent = progressSaves.filter((save) => save.progressionSeq > 0 || save.backupSeq > 0);
  return visits
    .filter(({ id, leadId }) => leadId === null && sent.some(({ visitId }) => visitId === id))
    .map(({ id }) => id);
}
