import { randomBytes } from "node:crypto";
import { dayBegins, dayCounter } from "../calendar/days.ts";
import { addressing } from "../delivery/outbox/route.ts";
import type { Outbox } from "../delivery/outbox/worker.ts";
import type { Budget } from "../guard/budget.ts";
import { createSeal, type Seal } from "../guard/signing.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Providers } from "../providers/index.ts";
import { textableNumbers } from "../providers/phone-check.ts";
import { codeSender } from "../providers/phone-code/index.ts";
import { limitedPhoneCode } from "../providers/phone-code/limits.ts";
import type { Settings } from "../settings/env.ts";
import type { Costly } from "../settings/limits.ts";
import { isLoopback } from "../settings/near-addresses.ts";
import { uuid7 } from "../store/engine/uuid7.ts";
import type { Store } from "../store/store.ts";
import { applyPostWith } from "./apply-post.ts";
import { askFactsWith } from "./ask-facts.ts";
import { type ChatAlerts, chatAlertsWith } from "./chat-alerts.ts";
import { type Contact, contactWith } from "./contact.ts";
import {
  type BeginVisit,
  beginVisitWith,
  type OpenVisit,
  openVisitWith,
  type Prefill,
  prefillWith,
} from "./open-visit.ts";
import { type OptOutForm, optOutFormWith } from "./opt-out.ts";
import { type OwnFigures, ownFigures } from "./own-figures.ts";
import { askPaidWith } from "./paid-calls.ts";
import { performWith } from "./perform.ts";
import { type Receipts, receiptsWith } from "./receipts.ts";
import { RecentVisits } from "./recent-visits.ts";
import { meteredAnswers, type RecordAnswers, recordAnswersWith } from "./record-answers.ts";
import { recordFactWith } from "./record-fact.ts";
import { type ConsentSeals, consentSeals, isAsShownWith } from "./shown-consent.ts";
import { submissionWith } from "./submission.ts";
import { type VerifyPhone, verifyPhoneWith } from "./verify-phone.ts";

/** What pages do on behalf of a visitor. */
export type VisitServices = {
  /** Signs which visit a browser has. */
  seal: Seal;
  consentSeals: ConsentSeals;
  openVisit: OpenVisit;
  beginVisit: BeginVisit;
  recordAnswers: RecordAnswers;
  verifyPhone: VerifyPhone;
  chatAlerts: ChatAlerts;
  prefill: Prefill;
  receipts: Receipts;
  contact: Contact;
  optOut: OptOutForm;
  /** As in `ownFigures`, counted now. */
  ownFigures(): Promise<OwnFigures | undefined>;
};

const dayMs = 24 * 60 * 60 * 1000;

/**
 * @param build the build that runs, which is in consent records
 * @param store what work behind a response uses
 * @param patient the same store for requests: it waits where the store was lost
 */
export function visitServices(parts: {
  settings: Settings;
  build: string;
  secrets: string[];
  store: Store;
  patient: Store;
  providers: Providers;
  budget: (what: Costly) => Budget;
  outbox: Pick<Outbox, "wake">;
  /** Counts a first view whose form was refused. */
  countRefused: Parameters<typeof recordAnswersWith>[0]["countRefused"];
  now: () => number;
  /** At least 0 and less than 1. */
  random: () => number;
  log: Log;
  metrics: Metrics;
}): VisitServices {
  const { settings, build, secrets, store, patient, providers, budget, outbox, now, random, log, metrics } =
    parts;
  const { destinations } = providers;
  const day = dayCounter(settings.siteTimeZone);
  const sealsOfConsents = consentSeals(secrets, build, now, () => settings.ownWords.revision);
  const recentVisits = new RecentVisits(now);
  const newClickId = () => (settings.pageScripts.everflow ? undefined : randomBytes(16).toString("hex"));
  const chatAlerts = chatAlertsWith({ store, chatAlert: providers.chatAlert, settings, now, log });
  const address = addressing(destinations);
  const submissionOf = submissionWith({ settings, build, destinations, now, random });
  const askPaid = askPaidWith({
    providers,
    budget: budget("look-ups"),
    verdicts: patient.paidVerdicts,
    verdictMs: settings.verdictMs,
  });
  const perform = performWith(askPaid, patient.badEmails, {
    ...providers.buyers(() => patient.leads.countByBuyer(dayBegins(day(now()), settings.siteTimeZone))),
    lists: settings.buyers?.lists,
  });
  const recordAnswers = recordAnswersWith({
    store: patient,
    recentVisits,
    applyPost: applyPostWith({ perform, newClickId, now, siteTimeZone: settings.siteTimeZone }),
    askFacts: askFactsWith(providers),
    makeSubmission: (finished) => address(submissionOf(finished)),
    isAsShown: isAsShownWith(sealsOfConsents, settings),
    onAlert: chatAlerts.send,
    onStored: outbox.wake,
    countRefused: parts.countRefused,
    now,
    settings,
  });
  const phoneCode = limitedPhoneCode({
    port: providers.phoneCode(store.phoneCodes),
    tries: store.phoneCodeTries,
    budget: budget("texts"),
    perExchange: settings.textsPerExchange,
    // Numbers set aside for fiction are texted by a stub only.
    canBeSentTo: textableNumbers({ rejectFictitious: !isLoopback(codeSender(settings)) }),
  });
  return {
    seal: createSeal(secrets, "visit token"),
    consentSeals: sealsOfConsents,
    openVisit: openVisitWith({
      store: patient,
      recentVisits,
      newClickId,
      now,
      keptMs: settings.visitDays * dayMs,
      settings,
    }),
    beginVisit: beginVisitWith({ newId: () => uuid7(now()), newClickId, now }),
    recordAnswers: meteredAnswers(recordAnswers, metrics),
    verifyPhone: verifyPhoneWith({
      store: patient,
      phoneCode,
      recordFact: recordFactWith({ store: patient, now, settings }),
      now,
      settings,
    }),
    chatAlerts,
    prefill: prefillWith(patient),
    receipts: receiptsWith({ store, settings, now, log }),
    contact: contactWith({
      store: patient,
      seal: createSeal(secrets, "contact form"),
      settings,
      address,
      destinations,
      onStored: outbox.wake,
      now,
    }),
    optOut: optOutFormWith({
      suppressions: patient.suppressions,
      budgets: store.budgets,
      spent: store.spentProofs,
      seal: createSeal(secrets, "opt-out form"),
      metrics,
      now,
    }),
    ownFigures: () => ownFigures(store, now(), settings.siteTimeZone),
  };
}
