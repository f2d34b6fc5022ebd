import { deriveLead } from "../../machines/lead/derive.ts";
import { thankYouLocation } from "../../machines/lead/thank-you.ts";
import { timeOnSteps } from "../../machines/lead/time-on-steps.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import { today } from "../../machines/rules/dates.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { consentVersion } from "../../machines/wording/consent.ts";
import { surveyConsent } from "../../machines/wording/survey-consent.ts";
import type { Settings } from "../env.ts";
import type { Destination } from "../ports.ts";
import type { NewMessage, Submission } from "../store/types.ts";
import { uuid7 } from "../store/uuid7.ts";
import { machineVersion } from "./machine-version.ts";
import type { Caller } from "./perform.ts";
import type { Stand } from "./stand.ts";

export type MakeSubmission = (finished: {
  entry: SurveyEntry;
  stand: Stand;
  log: readonly LogEntry[];
  caller: Caller & { timeZone: string };
}) => Submission;

/** A finished visit as the lead, its consent record and one message per buyer, ready to be stored together. */
export function submissionWith(deps: {
  settings: Settings;
  build: string;
  destinations: readonly Destination[];
  now: () => number;
  random: () => number;
}): MakeSubmission {
  const { settings, build, destinations, now, random } = deps;
  return ({ entry, stand, log, caller }) => {
    const { variant, defaults } = entry;
    const at = now();
    const { context } = stand.replay.snapshot;
    const consent = surveyConsent(variant, settings.company);
    const lead = deriveLead(context, {
      today: today(at, caller.timeZone, settings.siteTimeZone),
      ip_address: caller.ip,
      user_agent: caller.userAgent,
      page_referer: stand.visit.arrival.referer,
      landing_page: settings.siteOrigin,
      tcpa: consent.text,
      time_on_steps: timeOnSteps(log),
      earlyTreatment: variant.earlyTreatment,
      random: random(),
      settings,
    });
    const { email = "", phone = "", zip_code = "" } = context.answers;
    return {
      lead: {
        id: uuid7(at),
        kind: "survey",
        variant: variant.code,
        qualified: lead.qualified,
        dqReason: lead.dqReason || null,
        record: lead.record,
        derived: lead.changes,
        location: thankYouLocation(defaults, variant.thankYou, {
          ...context.checks.place,
          ...context.tracking,
          email,
          phone,
          zip_code,
          qualified: lead.qualified,
          dq_reason: lead.dqReason,
        }),
      },
      consent: {
        at,
        body: {
          text: consent.text,
          version: consentVersion,
          language: variant.language,
          button: consent.button,
          page: entry.path,
          ip: caller.ip,
          userAgent: caller.userAgent,
          phone,
          build,
          machine: machineVersion(variant),
        },
      },
      outbox: buyersOf(destinations).map((destination) => message(destination, lead.record)),
    };
  };
}

/** Every survey lead goes to the lead buyer; further destinations come with the variants that name them. */
function buyersOf(destinations: readonly Destination[]): Destination[] {
  return destinations.filter(({ name }) => name === "lead-prosper");
}

/** A message waits for its destination's settings when there are none. */
export function message(destination: Destination, payload: Record<string, unknown>): NewMessage {
  return {
    destination: destination.name,
    payload,
    status: destination.configured ? "waiting" : "unconfigured",
  };
}
