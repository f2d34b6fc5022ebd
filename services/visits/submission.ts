import { createHash, randomBytes } from "node:crypto";
import { type Arrival, affiliateIn } from "../../machines/context/tracking.ts";
import { deriveLead, timeOnSteps, variantFacts } from "../../machines/lead/derive.ts";
import type { LeadContext } from "../../machines/lead/lead.ts";
import { payloadsOf } from "../../machines/lead/payloads.ts";
import { showsMeter, thankYouLocation } from "../../machines/lead/thank-you.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import { shownFirms } from "../../machines/rules/one-to-one.ts";
import { rewriteForPriorOffence } from "../../machines/rules/prior-offence.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { Destination } from "../providers/ports.ts";
import { lpAction, newMessage } from "../providers/routed-lead.ts";
import type { Settings } from "../settings/env.ts";
import { uuid7 } from "../store/engine/uuid7.ts";
import type { Submission } from "../store/rows.ts";
import { consentVersion } from "../words/consent.ts";
import { reviewed } from "../words/languages.ts";
import { surveyConsent } from "../words/survey-consent.ts";
import { addressSigns } from "./bot-signals.ts";
import { machineVersion } from "./machine-version.ts";
import type { Caller } from "./perform.ts";
import { ownWordsShown, pageMadeAt, type Shown } from "./shown-consent.ts";
import { visitorsToday } from "./visitors-today.ts";

/** The page that a consent was given on, by the SHA-256 of its HTML in hex, or why none was kept, in a sentence. */
type KeptPage = { sha256: string } | { none: string };

/**
 * Keeps the page that a visit gives its consent on, without anything of its visitor. Never throws: a lead is not lost for
 * its picture.
 */
export type KeepPage = (entry: SurveyEntry, state: VisitState, shown: Shown) => Promise<KeptPage>;

export type MakeSubmission = (finished: {
  entry: SurveyEntry;
  state: VisitState;
  caller: Caller & { timeZone: string };
  shown?: Shown;
  screen?: KeptPage;
}) => Submission;

/** The affiliate's pixel reads the thank-you address: it names the affiliate that the lead has, whatever was typed. */
function keptQuery(query: Arrival["query"]): Arrival["query"] {
  return query.affid === undefined ? query : { ...query, affid: affiliateIn(query) ?? "" };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A finished visit as the lead, its consent record and one message per destination, ready to be stored together. */
export function submissionWith(deps: {
  settings: Settings;
  build: string;
  destinations: readonly Destination[];
  now: () => number;
  random: () => number;
}): MakeSubmission {
  const { settings, build, destinations, now, random } = deps;
  const receiver = (name: string) => destinations.find((destination) => destination.name === name);
  return ({ entry, state, caller, shown, screen }) => {
    const { log } = state;
    const { variant, defaults } = entry;
    const buyer = receiver(variant.flow === "ticket" ? "ticket-lead" : "lead-prosper");
    const at = now();
    const context: LeadContext = state.replay.snapshot.context;
    const { arrival, facts } = state.visit;
    const day = visitorsToday(at, caller.timeZone, settings.siteTimeZone);
    const firms = context.checks.buyers && shownFirms(context.checks.buyers.selected);
    const buyers = firms?.map(({ name }) => name);
    const consent = surveyConsent(variant, settings.company, {
      steps: state.path,
      buyers,
      ownWords: settings.ownWords,
      set: arrival.arm?.words,
    });
    const lead = deriveLead(context, {
      today: day,
      ip_address: caller.ip,
      user_agent: caller.userAgent,
      page_referer: arrival.referer,
      landing_page: settings.siteOrigin,
      landing_page_url: variant.distribution ? `${settings.siteOrigin}${entry.path}` : undefined,
      tcpa: consent.text,
      time_on_steps: timeOnSteps(log),
      ...variantFacts(variant),
      known: facts,
      random: random(),
      settings: { ...settings, lpAction: lpAction(buyer?.isTest ?? true) },
    });
    const { email = "", phone = "", zip_code = "" } = context.answers;
    const id = uuid7(at);
    return {
      lead: {
        id,
        kind: "survey",
        variant: variant.code,
        qualified: lead.qualified,
        dqReason: lead.dqReason || null,
        record: lead.record,
        derived: lead.changes,
        location: thankYouLocation(
          defaults,
          variant.thankYou,
          {
            ...context.checks.place,
            ...rewriteForPriorOffence(context.tracking, context.answers),
            email,
            phone,
            zip_code,
            qualified: lead.qualified,
            dq_reason: lead.dqReason,
          },
          {
            extras: variant.thankYouExtras,
            kept: variant.keepsQuery ? keptQuery(arrival.query) : {},
            page_referer: arrival.referer,
            compensationLevel: showsMeter(variant, arrival.query) ? facts.compensation?.level : undefined,
          },
        ),
        buyers: buyers ?? [],
        signs: {
          tookMs: at - (log[0]?.at ?? at),
          trapFilled: facts.trap !== undefined,
          ...(facts.changes && { changed: facts.changes }),
          ...addressSigns(email),
        },
      },
      consent: {
        at,
        body: {
          salt: randomBytes(16).toString("base64url"),
          text: consent.text,
          version: consentVersion(variant.language),
          language: reviewed(variant.language),
          button: consent.button,
          page: entry.path,
          ...(shown && { pageMadeAt: pageMadeAt(shown.seal) }),
          ...(shown && ownWordsShown(shown.seal) > 0 && { ownWords: ownWordsShown(shown.seal) }),
          ...(arrival.arm?.words && { setOfWords: arrival.arm.words }),
          screen,
          ip: caller.ip,
          userAgent: caller.userAgent,
          phone,
          answers: {
            entries: log.length,
            sha256: sha256(JSON.stringify(log.map(({ kind, at, body }) => [kind, at, body]))),
          },
          recordSha256: sha256(JSON.stringify(lead.record)),
          build,
          machine: machineVersion(variant),
          ...(buyers && { buyersShown: buyers, buyersChosen: buyers }),
          // Further facts about them beside the consent, which agrees to their names.
          ...(firms?.some((firm) => firm.city || firm.barRecord) && { firmsShown: firms }),
          ...(facts.certificates && { certificates: facts.certificates }),
          ...(facts.publicIp && { reportedIp: facts.publicIp.ip }),
          ...(facts.optOut && { optOut: facts.optOut.by }),
        },
      },
      outbox: payloadsOf(variant, lead.record, {
        id,
        answers: context.answers,
        today: day,
        isOptedOut: facts.optOut !== undefined,
        transformedAffid: settings.transformedAffid,
      }).flatMap(({ destination, payload }) => {
        const known = receiver(destination);
        return known ? [newMessage(known, payload)] : [];
      }),
    };
  };
}
