import type { SurveyContext } from "../context.ts";

/** The record as far as it is known, for services that judge a claim: the accident and the place. Who the visitor is they need not know. */
export function knownFields({
  answers,
  checks,
  tracking,
}: Pick<SurveyContext, "answers" | "checks" | "tracking">): Record<string, string> {
  const { firstName, lastName, email, phone, address, date_of_birth, case_description, ...facts } = answers;
  const { affid, oid, sub_id } = tracking;
  return { ...facts, ...checks.place, affid, oid, sub_id };
}
