import type { Answers } from "../answers.ts";
import type { Change } from "../rules/change.ts";
import { hasBadWords, isOnFirstList } from "../rules/content-filter.ts";
import { accidentAge, buttonFor, type CalendarDay, incidentDate } from "../rules/dates.ts";
import { isGibberishName } from "../rules/gibberish-name.ts";
import { DEFAULT_AFFID_AT_POST } from "../rules/limits.ts";
import { lpS2 } from "../rules/lp-s2.ts";
import { forcePartialFault } from "../rules/partial-fault.ts";
import {
  accidentLimitExceeded,
  accidentWithinLastYear,
  doNotSendToDq,
  dqReason,
  enoughWords,
  leadIsQualified,
} from "../rules/qualification.ts";
import { forceEarlyTreatment, type TreatmentWindow } from "../rules/treatment-window.ts";
import type { SurveyContext } from "../survey.ts";

/** What a lead is derived from besides the chart's own context. */
export type LeadFacts = {
  /** The day of submission where the visitor is. */
  today: CalendarDay;
  /** From the request that submitted, never from the visitor's word. */
  ip_address: string;
  user_agent: string;
  page_referer: string;
  /** Site origin. */
  landing_page: string;
  /** The consent text exactly as shown, white space collapsed. */
  tcpa: string;
  time_on_steps: string;
  earlyTreatment: TreatmentWindow;
  /** In [0, 1); decides `lp_s2`. */
  random: number;
  settings: {
    forceEarlyTreatment: boolean;
    partialFaultStates: readonly string[];
    reservedSurnames: readonly string[];
  };
};

/** The posted record: fields named as in specification 3.2, raw answers beside forced ones. */
export type LeadRecord = Record<string, string | number | string[]>;

export type DerivedLead = {
  record: LeadRecord;
  /** Every value a rule put in place of an answer, with the rule's name. */
  changes: Change[];
  qualified: boolean;
  dqReason: string;
};

/** Fields a rule may overwrite; the visitor's own word is always kept as `raw_…` (decision 1). */
const keptRaw = [
  "at_Fault",
  "physical_injury",
  "doctor_treatment",
  "when_seek_medical_treatment",
] as const satisfies readonly string[];

/**
 * Makes the lead of a finished survey (specification 3.2, 4.3, 5.8). Pure: the same chart and facts
 * give the same lead. Only answers on the visitor's own way are in `context.answers`.
 */
export function deriveLead(context: SurveyContext, facts: LeadFacts): DerivedLead {
  const { answers, checks, tracking } = context;
  const { firstName = "", lastName = "", lawyer_redirect_reason, ...asked } = answers;
  const age = accidentAge(answers, facts.today);
  const changes: Change[] = [
    ...derivedButton(answers, age?.days),
    ...forcePartialFault(answers, checks.place.state, facts.settings.partialFaultStates),
    ...forceEarlyTreatment({
      answers,
      age,
      today: facts.today,
      mode: facts.earlyTreatment,
      on: facts.settings.forceEarlyTreatment,
    }),
  ];
  const forced = Object.fromEntries(changes.map(({ field, value }) => [field, value]));
  const judged = { ...asked, ...forced };

  const description = answers.case_description ?? "";
  const names = { oid: tracking.oid, reservedSurnames: facts.settings.reservedSurnames };
  const flags = {
    bad_words: yesNo(hasBadWords(description)),
    is_gibberish: checks.gibberish === "unchecked" ? "" : (checks.gibberish ?? ""),
    name_gibberish: yesNo([firstName, lastName].some((name) => isGibberishName(name, names))),
    name_bad_word: yesNo(isOnFirstList(`${firstName} ${lastName}`)),
    enough_words: enoughWords(description),
    accident_limit_exceeded: accidentLimitExceeded(age?.months, checks.place.state),
    accident_within_last_year: accidentWithinLastYear(age?.days),
  };
  const is_gibberish = yesNo(flags.is_gibberish === "yes");
  const reason = dqReason({ ...answers, ...flags, is_gibberish });
  const lead_is_qualified = leadIsQualified(reason, age?.days);

  return {
    changes,
    qualified: lead_is_qualified === "yes",
    dqReason: reason,
    record: {
      ...judged,
      ...Object.fromEntries(
        keptRaw.map((field) => [
          `raw_${field}`,
          (answers as Record<string, string | undefined>)[field] ?? "",
        ]),
      ),
      derived_fields: changes.map(({ field }) => field),
      days_from_incident_date: age?.days ?? "",
      months_from_incident_date: age?.months ?? "",
      incident_date: incidentDate(answers, facts.today) ?? "",
      first_name: firstName,
      last_name: lastName,
      ...checks.place,
      ip_address: facts.ip_address,
      user_agent: facts.user_agent,
      page_referer: facts.page_referer,
      ...flags,
      lead_is_qualified,
      do_not_send_to_dq: doNotSendToDq({ ...judged, ...flags, is_gibberish }),
      dq_reason: reason,
      email_check: checks.email ?? "",
      phone_valid: yesNo(checks.phone?.valid ?? false),
      phone_active: yesNo(checks.phone?.active ?? false),
      phone_check: checks.phone?.unchecked ? "unchecked" : "checked",
      ...tracking,
      affid: tracking.affid || DEFAULT_AFFID_AT_POST,
      lp_subid1: tracking.sub_id,
      lp_s2: lpS2(facts.random),
      landing_page: facts.landing_page,
      tcpa: facts.tcpa,
      leadid_token: "",
      trusted_form_cert_id: "",
      trustedform_cert_url: "",
      language: "en",
      sms_verified: "no",
      time_on_steps: facts.time_on_steps,
    },
  };
}

const yesNo = (holds: boolean) => (holds ? "yes" : "no");

/** An exact date also presses the button it lies within (decisions 12 and 82, section 4). */
function derivedButton({ accident_date_button: pressed }: Answers, days: number | undefined): Change[] {
  if (pressed !== undefined || days === undefined) return [];
  return [{ field: "accident_date_button", raw: "", value: buttonFor(days), rule: "button_of_exact_date" }];
}
