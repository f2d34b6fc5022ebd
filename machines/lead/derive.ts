import { answerDigits } from "../fields.ts";
import { accidentAge } from "../rules/dates.ts";
import { oneToOneFields } from "../rules/one-to-one.ts";
import { doNotSendToDq, isPsfCandidate, type YesNo } from "../rules/qualification.ts";
import { approvedPhone } from "../visit/facts.ts";
import { accidentFields } from "./accident-fields.ts";
import { changesTo, rawAnswers } from "./changes.ts";
import { disqualification } from "./disqualification.ts";
import type { DerivedLead, LeadContext, LeadFacts, LeadRecord } from "./lead.ts";
import { postedAnswers } from "./posted-answers.ts";
import { postedTraffic } from "./posted-traffic.ts";
import { textFlags } from "./text-flags.ts";
import { trackingFields } from "./tracking-fields.ts";

export type { DerivedLead, LeadFacts } from "./lead.ts";

/**
 * Makes the lead of a finished survey (spec 3.2, 4.3, 5.8). Pure: the same chart and facts
 * give the same lead. Only answers on the visitor's own way are in `context.answers`.
 */
export function deriveLead(context: LeadContext, facts: LeadFacts): DerivedLead {
  const { answers, checks } = context;
  const { firstName = "", lastName = "" } = answers;
  const age = accidentAge(answers, facts.today);
  const changes = changesTo(context, facts, age);
  const judged = {
    ...postedAnswers(answers),
    when_seek_medical_treatment_date: "",
    ...Object.fromEntries(changes.map(({ field, value }) => [field, value])),
  };
  const flags = textFlags(context, facts.settings);
  const verdict = disqualification(context, facts.today);

  const record: LeadRecord = {
    ...judged,
    ...(facts.accidentType !== undefined && { accident_type: facts.accidentType }),
    ...rawAnswers(answers),
    derived_fields: changes.map(({ field }) => field),
    ...accidentFields(answers, facts.today, facts.incidentPrecision),
    first_name: firstName,
    last_name: lastName,
    ...checks.place,
    ip_address: facts.ip_address,
    user_agent: facts.user_agent,
    page_referer: facts.page_referer,
    ...flags,
    is_gibberish: checks.gibberish === "unchecked" ? "" : (checks.gibberish ?? ""),
    ...verdict,
    do_not_send_to_dq: doNotSendToDq({
      ...judged,
      accident_limit_exceeded: verdict.accident_limit_exceeded,
      is_gibberish: yesNo(checks.gibberish === "yes"),
      enough_words: flags.enough_words as YesNo | "",
    }),
    psf_candidate: yesNo(isPsfCandidate(answers)),
    ...checkFields(checks),
    sms_verified: yesNo(
      answers.phone !== undefined && approvedPhone(facts.known ?? {}) === answerDigits(answers.phone),
    ),
    ...trackingFields(postedTraffic(context), facts),
    ...(checks.buyers && oneToOneFields(checks.buyers)),
  };
  return {
    record,
    changes,
    qualified: verdict.lead_is_qualified === "yes",
    dqReason: verdict.dq_reason,
  };
}

const yesNo = (holds: boolean) => (holds ? "yes" : "no");

/** What the services said of the visitor's address and number. */
function checkFields({ email, phone }: LeadContext["checks"]): LeadRecord {
  return {
    email_check: email ?? "",
    phone_valid: yesNo(phone?.valid ?? false),
    phone_active: yesNo(phone?.active ?? false),
    phone_check: phone?.unchecked ? "unchecked" : "checked",
  };
}
