import type { SurveyContext } from "../context/context.ts";
import { DEFAULT_AFFID_AT_POST, GOOGLE_SHARE, LANGUAGE } from "../rules/limits.ts";
import { rewriteForPriorOffence } from "../rules/prior-offence.ts";
import type { LeadFacts, LeadRecord } from "./lead.ts";

/** `lp_s2` of a lead (spec 3.2; ruling 45). @param random in [0, 1) */
export function lpS2(random: number): "google" | "facebook" {
  return random < GOOGLE_SHARE ? "google" : "facebook";
}

/**
 * A lead's source as posted, and as its campaign is looked up: after the rewrite for a prior offence, and with the
 * affiliate that replaces a missing one (spec 7 and 9; rulings 32 and 70).
 */
export function postedTraffic({ tracking, answers }: Pick<SurveyContext, "tracking" | "answers">) {
  const traffic = rewriteForPriorOffence(tracking, answers);
  return { ...traffic, affid: traffic.affid || DEFAULT_AFFID_AT_POST };
}

/** The id of a TrustedForm certificate, which is the end of its address; '' without one. */
export function certificateId(url = ""): string {
  return url.split("/").at(-1) ?? "";
}

/**
 * Tracking and consent fields of the record (spec 3.2). The ids of the mapping service and of the certificate scripts
 * are empty where there are none; the outbox then uses the settings' account.
 */
export function trackingFields(tracking: ReturnType<typeof postedTraffic>, facts: LeadFacts): LeadRecord {
  const { mapping, prePop, certificates } = facts.known ?? {};
  const leadid_token = certificates?.leadidToken ?? "";
  const trustedFormUrl = certificates?.trustedFormUrl ?? "";
  const ofTheSurvey = facts.landing_page_url !== undefined && {
    landing_page_url: facts.landing_page_url,
    jornaya_leadid: leadid_token,
  };
  return {
    ...tracking,
    lp_subid1: tracking.sub_id,
    lp_campaign_id: mapping?.lp_campaign_id ?? "",
    lp_supplier_id: mapping?.lp_supplier_id ?? "",
    lp_key: mapping?.lp_key ?? "",
    lp_s2: lpS2(facts.random),
    lp_action: facts.settings.lpAction ?? "test",
    landing_page: facts.landing_page,
    ...ofTheSurvey,
    tcpa: facts.tcpa,
    leadid_token,
    trusted_form_cert_id: certificateId(trustedFormUrl),
    trustedform_cert_url: trustedFormUrl,
    language: LANGUAGE,
    prePopPii: prePop?.prePopPii ?? "no",
    time_on_steps: facts.time_on_steps,
  };
}
