import type { Answers } from "../answers.ts";
import { accidentAge, type CalendarDay, type IncidentPrecision, incidentDate } from "../rules/dates.ts";
import { accidentWithinLastYear } from "../rules/qualification.ts";

/** How old the accident is, as the record says it (spec 3.2); '' where that is not known. */
export function accidentFields(answers: Answers, today: CalendarDay, precision?: IncidentPrecision) {
  const age = accidentAge(answers, today);
  return {
    days_from_incident_date: age?.days ?? "",
    months_from_incident_date: age?.months ?? "",
    incident_date: incidentDate(answers, today, precision) ?? "",
    accident_within_last_year: accidentWithinLastYear(age?.days),
  };
}
