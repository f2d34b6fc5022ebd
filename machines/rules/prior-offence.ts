import { type Answers, answerIs } from "./answers.ts";
import { PRIOR_OFFENCE_AFFID, PRIOR_OFFENCE_OFFER } from "./limits.ts";

/** Offer and affiliate of a visit, and what they were before a rule changed them ('' where none did). */
export type Traffic = { oid: string; affid: string; original_oid?: string; original_affid?: string };

/**
 * A prior alcohol offence moves the visit to its own offer and to affiliate 1 (spec 9; ruling
 * 70). The earlier values are kept once: done again it changes nothing.
 */
export function rewriteForPriorOffence<Visit extends Traffic>(
  visit: Visit,
  { prior_alcohol_related_offense }: Pick<Answers, "prior_alcohol_related_offense">,
): Visit & Required<Traffic> {
  const { oid, affid, original_oid = "", original_affid = "" } = visit;
  if (original_oid !== "" || !answerIs(prior_alcohol_related_offense, "yes")) {
    return { ...visit, original_oid, original_affid };
  }
  return {
    ...visit,
    oid: String(PRIOR_OFFENCE_OFFER),
    affid: String(PRIOR_OFFENCE_AFFID),
    original_oid: oid,
    original_affid: affid,
  };
}
