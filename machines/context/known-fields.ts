import type { Answers } from "../rules/answers.ts";
import {
  accidentAge,
  type CalendarDay,
  type IncidentPrecision,
  incidentDate,
  knownDays,
} from "../rules/dates.ts";
import { LANGUAGE } from "../rules/limits.ts";
import { accidentWithinLastYear } from "../rules/qualification.ts";
import type { SurveyContext } from "./context.ts";
import { disqualification } from "./disqualification.ts";
import { isPersonal } from "./personal.ts";

/** The age of the accident as in the record (spec 3.2); '' where it is not known. */
export function accidentFields(answers: Answers, today: CalendarDay, precision?: IncidentPrecision) {
  const age = accidentAge(answers, today);
  return {
    days_from_incident_date: age?.days ?? "",
    months_from_incident_date: age?.months ?? "",
    incident_date: incidentDate(answers, today, precision) ?? "",
    accident_within_last_year: accidentWithinLastYear(knownDays(age)),
  };
}

/** Fields of the record by their names (spec 3.2). */
export type KnownFields = Record<string, string | number>;

/**
 * The record as far as it is known, for services that judge a claim: the accident, the place and the source of the
 * visit. Neither the visitor's identity nor free text is included: a new answer is left out until somebody has judged
 * it (`isPersonal`).
 */
export function knownFields({
  answers,
  checks,
  tracking,
  today,
}: Pick<SurveyContext, "answers" | "checks" | "tracking" | "today">): KnownFields {
  const facts = Object.entries(answers).filter(([field]) => !isPersonal(field));
  const { affid, oid, sub_id, sub_id2, sub_id3, sub_id4 } = tracking;
  const { accident_limit_exceeded } = disqualification({ answers, checks, cleared: false }, today);
  return {
    ...Object.fromEntries(facts),
    ...accidentFields(answers, today),
    accident_limit_exceeded,
    ...checks.place,
    affid,
    oid,
    sub_id,
    sub_id2,
    sub_id3,
    sub_id4,
    language: LANGUAGE,
  };
}
