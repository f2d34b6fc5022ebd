/**
 * Mutants that no test can notice, because the program does the same with them, each with the reason. A
 * mutant is named as `npm run tool -- mutants` names it.
 */
export const survivors: readonly { file: string; mutant: string; reason: string }[] = [
  {
    file: "machines/fields.ts",
    mutant:
      '?? to one side: values[name] ?? "" => values[name] in const judged = judgeField(field, values[name] ?? "", today);',
    reason: "typedValues has given every field of the step a text",
  },
  {
    file: "machines/fields.ts",
    mutant:
      "condition forced: text.length <= 2 * codePoints => true in return text.length <= 2 * codePoints && [...text].length <= codePoints;",
    reason: "a text of so few code points is never longer; the test only spares counting megabytes",
  },
  {
    file: "machines/fields.ts",
    mutant:
      "number +1: 2 => 2 + 1 in return text.length <= 2 * codePoints && [...text].length <= codePoints;",
    reason: "a text of so few code points is never longer; the test only spares counting megabytes",
  },
  {
    file: "machines/guards.ts",
    mutant:
      "?? to one side: accidentAge(answers, today)?.days ?? 0 => accidentAge(answers, today)?.days in (accidentAge(answers, today)?.days ?? 0) > QUALIFIED_WINDOW_DAYS,",
    reason: "what is compared with 730 days may be undefined, -1, 0 or 1: none is over it",
  },
  {
    file: "machines/guards.ts",
    mutant: "number +1: 0 => 0 + 1 in (accidentAge(answers, today)?.days ?? 0) > QUALIFIED_WINDOW_DAYS,",
    reason: "what is compared with 730 days may be undefined, -1, 0 or 1: none is over it",
  },
  {
    file: "machines/guards.ts",
    mutant: "number -1: 0 => 0 - 1 in (accidentAge(answers, today)?.days ?? 0) > QUALIFIED_WINDOW_DAYS,",
    reason: "what is compared with 730 days may be undefined, -1, 0 or 1: none is over it",
  },
  {
    file: "machines/guards.ts",
    mutant:
      "?? to one side: context.flags?.combinedLastStep ?? false => context.flags?.combinedLastStep in combinedLastStep: ({ context }: Asked) => context.flags?.combinedLastStep ?? false,",
    reason: "a guard takes undefined for false",
  },
  {
    file: "machines/guards.ts",
    mutant:
      "condition forced: region !== undefined => true in region !== undefined && (settings?.dateOfBirthStates ?? []).includes(region),",
    reason: "no list holds undefined",
  },
  {
    file: "machines/lead/changes.ts",
    mutant:
      '?? to one side: answers.case_description ?? "" => answers.case_description in ...noteDescription(answers.case_description ?? "", notes),',
    reason: "notes come of a description only, and without notes nothing is compared but with itself",
  },
  {
    file: "machines/lead/derive.ts",
    mutant:
      "?? to one side: phone?.valid ?? false => phone?.valid in phone_valid: yesNo(phone?.valid ?? false),",
    reason: "undefined is taken for false",
  },
  {
    file: "machines/lead/derive.ts",
    mutant:
      "?? to one side: phone?.active ?? false => phone?.active in phone_active: yesNo(phone?.active ?? false),",
    reason: "undefined is taken for false",
  },
  {
    file: "machines/lead/disqualification.ts",
    mutant: 'string emptied: "no" => "" in const is_gibberish = checks.gibberish === "yes" ? "yes" : "no";',
    reason: "only yes is asked for",
  },
  {
    file: "machines/lead/disqualification.ts",
    mutant:
      "condition forced: ticket_date === undefined => false in const date = ticket_date === undefined ? undefined : typedDay(ticket_date);",
    reason: "no date is read from undefined",
  },
  {
    file: "machines/lead/disqualification.ts",
    mutant: "number +1: 0 => 0 + 1 in return date && Math.max(0, daysBetween(date, today));",
    reason: "a day more or less than none is far within the 730 days",
  },
  {
    file: "machines/lead/disqualification.ts",
    mutant: "number -1: 0 => 0 - 1 in return date && Math.max(0, daysBetween(date, today));",
    reason: "a day more or less than none is far within the 730 days",
  },
  {
    file: "machines/lead/time-on-steps.ts",
    mutant: "?? to one side: log[0]?.at ?? 0 => log[0]?.at in let since = log[0]?.at ?? 0;",
    reason: "a log without a first entry has none to count from it",
  },
  {
    file: "machines/lead/time-on-steps.ts",
    mutant: "number +1: 0 => 0 + 1 in let since = log[0]?.at ?? 0; (2)",
    reason: "a log without a first entry has none to count from it",
  },
  {
    file: "machines/lead/time-on-steps.ts",
    mutant: "number -1: 0 => 0 - 1 in let since = log[0]?.at ?? 0; (2)",
    reason: "a log without a first entry has none to count from it",
  },
  {
    file: "machines/lead/tracking.ts",
    mutant:
      "condition forced: query.oid => true in oid: query.oid && offer.test(query.oid) ? query.oid : String(defaults.oid ?? DEFAULT_OFFER),",
    reason: "undefined, as a text, is no number",
  },
  {
    file: "machines/progress.ts",
    mutant:
      '?? to one side: path.at(-1) ?? "" => path.at(-1) in const given = givenProgress(machine, path.at(-1) ?? "");',
    reason: "a chart has no state called undefined",
  },
  {
    file: "machines/progress.ts",
    mutant:
      ">= to >: count >= (counts.get(to) ?? Number.POSITIVE_INFINITY) => (count) > ((counts.get(to) ?? Number.POSITIVE_INFINITY)) in if (count >= (counts.get(to) ?? Number.POSITIVE_INFINITY)) continue;",
    reason: "a state met again at the same length leads to nothing shorter",
  },
  {
    file: "machines/progress.ts",
    mutant:
      "?? to one side: counts.get(to) ?? Number.POSITIVE_INFINITY => counts.get(to) in if (count >= (counts.get(to) ?? Number.POSITIVE_INFINITY)) continue;",
    reason: "a state met again at the same length leads to nothing shorter",
  },
  {
    file: "machines/rules/dates.ts",
    mutant:
      "?? to one side: format?.formatToParts(at) ?? [] => format?.formatToParts(at) in const parts = format?.formatToParts(at) ?? [];",
    reason: "the fallback to UTC always has a format",
  },
  {
    file: "machines/rules/dates.ts",
    mutant: 'string emptied: "month" => "" in precision: IncidentPrecision = "month", (1)',
    reason: "only year is asked for",
  },
  {
    file: "machines/rules/dates.ts",
    mutant: 'string emptied: "month" => "" in precision: IncidentPrecision = "month", (2)',
    reason: "only year is asked for",
  },
  {
    file: "machines/rules/dates.ts",
    mutant: "?? to one side: injury_year ?? 0 => injury_year in const year = Number(injury_year ?? 0);",
    reason: "NaN is no year either",
  },
  {
    file: "machines/rules/gibberish-name.ts",
    mutant: "number -1: 2 => 2 - 1 in const SHORTEST_TOKEN = 2;",
    reason: "a token of one character is no letter here, and without a vowel it is bad all the same",
  },
  {
    file: "machines/rules/gibberish-name.ts",
    mutant:
      "condition forced: [...token].length < SHORTEST_TOKEN => false in if ([...token].length < SHORTEST_TOKEN) return true;",
    reason: "a token of one character is no letter here, and without a vowel it is bad all the same",
  },
  {
    file: "machines/rules/gibberish-name.ts",
    mutant: "boolean flipped: true => false in if ([...token].length < SHORTEST_TOKEN) return true;",
    reason: "a token of one character is no letter here, and without a vowel it is bad all the same",
  },
  {
    file: "machines/rules/page-flags.ts",
    mutant:
      "condition forced: read !== undefined => true in return read !== undefined && allowed.includes(read) ? read : undefined;",
    reason: "no flag allows undefined",
  },
  {
    file: "machines/rules/phrase-matcher.ts",
    mutant: "condition forced: first === undefined => false in if (first === undefined) continue;",
    reason: "no word of a text is undefined",
  },
  {
    file: "machines/rules/qualification.ts",
    mutant:
      "|| to &&: months === undefined || years === undefined => (months === undefined) && (years === undefined) in if (months === undefined || years === undefined) return 0;",
    reason: "nothing is more than an unknown number of months",
  },
  {
    file: "machines/rules/qualification.ts",
    mutant:
      "condition forced: months === undefined || years === undefined => false in if (months === undefined || years === undefined) return 0;",
    reason: "nothing is more than an unknown number of months",
  },
  {
    file: "machines/rules/qualification.ts",
    mutant:
      "condition forced: months === undefined => false in if (months === undefined || years === undefined) return 0;",
    reason: "nothing is more than an unknown number of months",
  },
  {
    file: "machines/rules/qualification.ts",
    mutant:
      "condition forced: years === undefined => false in if (months === undefined || years === undefined) return 0;",
    reason: "nothing is more than an unknown number of months",
  },
  {
    file: "machines/rules/qualification.ts",
    mutant:
      'condition forced: days !== undefined => true in return days !== undefined && days < LAST_YEAR_DAYS ? "yes" : "no";',
    reason: "undefined is neither under nor at most a number of days",
  },
  {
    file: "machines/rules/qualification.ts",
    mutant:
      'condition forced: days !== undefined => true in return reason === "" && days !== undefined && days <= QUALIFIED_WINDOW_DAYS ? "yes" : "no";',
    reason: "undefined is neither under nor at most a number of days",
  },
  {
    file: "machines/rules/treatment-window.ts",
    mutant:
      "?? to one side: age.date ?? dateAfter(today, -age.days) => dateAfter(today, -age.days) in const treated = dateAfter(age.date ?? dateAfter(today, -age.days), EARLY_TREATMENT_AFTER_DAYS);",
    reason:
      "the days were counted from that date; they differ only where it lies ahead, and then nothing is dated",
  },
  {
    file: "machines/variants/multi-step.ts",
    mutant: "FormSecondQuestions.lookingUpZip.invoke.onError[0]: without leavePlaceEmpty",
    reason: "no check after this one asks again, so the place is still as empty as it began",
  },
];
