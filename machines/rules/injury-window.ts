import { type Answers, answerIs } from "./answers.ts";
import { accidentAge, type CalendarDay, isWithin } from "./dates.ts";
import { SERIOUS_INJURY_MONTHS, WILLING_TO_TREAT_DAYS } from "./limits.ts";

/** Injuries after which a driver at fault is asked about insurance (spec 4.1). */
export const seriousInjuries = [
  "Back or Neck Pain",
  "Broken Bones",
  "Whiplash",
  "Head Injury",
  "Spinal Cord Injury",
  "Loss of Limb",
] as const;

/**
 * A serious injury of the last 12 months, the twelfth included (spec 4.1; rulings 11 and 79).
 * @param today the visitor's calendar day
 */
export function isSeriousAndRecent(
  answers: Answers,
  today: CalendarDay,
  months: number = SERIOUS_INJURY_MONTHS,
): boolean {
  const age = accidentAge(answers, today);
  const isSerious = seriousInjuries.some((injury) => answerIs(answers.specific_injury, injury));
  return isSerious && isWithin(age, { months });
}

/**
 * Not treated, and the accident so recent that treatment still counts (spec 4.1; ruling 1: by the visitor's own
 * answer).
 * @param today the visitor's calendar day
 */
export function mayStillTreat(
  answers: Answers,
  today: CalendarDay,
  days: number = WILLING_TO_TREAT_DAYS,
): boolean {
  const age = accidentAge(answers, today);
  return answerIs(answers.doctor_treatment, "No") && isWithin(age, { days });
}
