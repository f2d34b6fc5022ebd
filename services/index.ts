import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type CountedViews, countViews } from "./analytics/first-views.ts";
import { startRoller } from "./analytics/roller.ts";
import { dayBegins, dayCounter } from "./calendar/days.ts";
import { startSealer } from "./consent-log/sealer.ts";
import { type Console, consoleOf } from "./console/console.ts";
import { rememberingClock, watchClock } from "./delivery/clock-watch.ts";
import { addressing } from "./delivery/outbox/route.ts";
import { type Outbox, startOutbox } from "./delivery/outbox/worker.ts";
import { startProgressSaves } from "./delivery/progress-saves/worker.ts";
import { watchTerms } from "./delivery/terms-watch.ts";
import type { Job } from "./features/feature.ts";
import { allFeatures, newsReaders, type Running, startFeatures } from "./features.ts";
import { allowancesOf, type Limits } from "./guard/allowances.ts";
import { type ProofOfWork, proofOfWork } from "./guard/proof-of-work.ts";
import { consentLogKey, sessionSecrets } from "./guard/secrets.ts";
import { createSeal, type Seal } from "./guard/signing.ts";
import type { Log } from "./observe/log.ts";
import { createMetrics, type Metrics } from "./observe/metrics.ts";
import { createProviders } from "./providers/index.ts";
import { textableNumbers } from "./providers/phone-check.ts";
import { codeSender } from "./providers/phone-code/index.ts";
import { limitedPhoneCode } from "./providers/phone-code/limits.ts";
import type { Outside } from "./providers/provider.ts";
import type { Settings } from "./settings/env.ts";
import { isLoopback } from "./settings/near-addresses.ts";
import { shortId } from "./store/engine/uuid7.ts";
import { storeLimits } from "./store/limits.ts";
import { awaitedAtStart } from "./store/patient-store.ts";
import { openStore, type Store } from "./store/store.ts";
import { startUpkeep } from "./store/upkeep.ts";
import { wrapped } from "./store/wrappers.ts";
import type { LogKey } from "./transparency/signed-note.ts";
import { applyPostWith } from "./visits/apply-post.ts";
import { askFactsWith } from "./visits/ask-facts.ts";
import { type ChatAlerts, chatAlertsWith } from "./visits/chat-alerts.ts";
import { type Contact, contactWith } from "./visits/contact.ts";
import {
  type BeginVisit,
  beginVisitWith,
  type OpenVisit,
  openVisitWith,
  type Prefill,
  prefillWith,
} from "./visits/open-visit.ts";
import { type OptOutForm, optOutFormWith } from "./visits/opt-out.ts";
import { type OwnFigures, ownFigures } from "./visits/own-figures.ts";
import { askPaidWith } from "./visits/paid-calls.ts";
import { performWith } from "./visits/perform.ts";
import { type Receipts, receiptsWith } from "./visits/receipts.ts";
import { RecentVisits } from "./visits/recent-visits.ts";
import { meteredAnswers, type RecordAnswers, recordAnswersWith } from "./visits/record-answers.ts";
import { recordFactWith } from "./visits/record-fact.ts";
import { type ConsentSeals, consentSeals, isAsShownWith } from "./visits/shown-consent.ts";
import { type MakeSubmission, submissionWith } from "./visits/submission.ts";
import { type VerifyPhone, verifyPhoneWith } from "./visits/verify-phone.ts";
import { type Words, watchWords } from "./visits/watch-words.ts";

/** The build that runs, as `npm start` stamped it; it is in consent records. */
function buildId(): string {
  const stamp = "build/stamp";
  return existsSync(stamp) ? readFileSync(stamp, "utf8").trim().slice(0, 12) : "development";
}

const dayMs = 24 * 60 * 60 * 1000;
/** So long a visitor must be quiet before the answers are forwarded: one post instead of one per answer. */
const quietMs = 2_000;
/** So long analysts wait for a visit, in milliseconds. */
const rollUpQuietMs = 5_000;
/** So often is looked for visits, and for changes of terms, in milliseconds; more often where the outbox is. */
const [longestRollUpPollMs, longestTermsPollMs] = [2_000, 1_000];

/** Everything the app may ask of the server side. */
export type Services = Limits & {
  settings: Settings;
  /** Epoch milliseconds. */
  now: () => number;
  secrets: string[];
  /** Signs the log of consents. */
  logKey: LogKey;
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
  /** Null where nobody is asked for a proof of work. */
  proofOfWork: ProofOfWork | null;
  metrics: Metrics;
  optOut: OptOutForm;
  /** As in `ownFigures`, counted now. */
  ownFigures(): Promise<OwnFigures | undefined>;
  store: Store;
  outbox: Outbox;
  firstViews: Pick<CountedViews, "seen">;
  /** What features have started, by their names. */
  running: Running;
  console: Console;
  log: Log;
  /** What of the files of words a running site has taken up. */
  words: Pick<Words, "version" | "state">;
  /** Which providers and receivers are live, embedded or off. */
  outside: readonly Outside[];
  /** Lets deliveries finish, then closes the store. */
  stop(): Promise<void>;
};

/**
 * Opens the store, for which it waits where it is lost just now, and makes every service from its settings.
 * @param limits shorter in tests, which lose their store often
 * @throws an Error in plain words when the store cannot be used
 */
export async function startServices(settings: Settings, log: Log, limits = storeLimits): Promise<Services> {
  const clock = rememberingClock(Date.now);
  const { now } = clock;
  const secrets = sessionSecrets(settings);
  const build = buildId();
  const sealsOfConsents = consentSeals(secrets, build, now);
  const logKey = consentLogKey(settings);
  const metrics = createMetrics();
  const pollMs = settings.outboxPollMs;
  const termsPollMs = Math.min(longestTermsPollMs, pollMs);
  const open = async () => {
    const opened = await openStore({
      url: settings.databaseUrl,
      now,
      log,
      hashKey: settings.hashKey,
      codeKeys: secrets,
      dataKeys: settings.dataKeys,
      personKeys: settings.personKeys,
      poolSize: settings.databasePoolSize,
      directUrl: settings.databaseDirectUrl,
      saveProgressAfterMs: settings.progressUrl ? quietMs : undefined,
      limits,
      readers: newsReaders(settings),
      timeZone: settings.siteTimeZone,
      affiliates: settings.knownAffiliates,
    });
    try {
      return { opened, terms: await watchTerms({ terms: opened.termsInForce, log, pollMs: termsPollMs }) };
    } catch (error) {
      await opened.close();
      throw error;
    }
  };
  const { opened, terms } = await awaitedAtStart(open, log, limits);
  const providers = createProviders(settings, log, metrics, terms.changed);
  const { destinations, progressSave } = providers;
  const around = await Promise.all(allFeatures.flatMap((each) => each.around?.(settings, log) ?? []));
  const kind = settings.databaseUrl.startsWith("file:") ? "sqlite" : "postgresql";
  const { store, patient, history } = wrapped(opened, { kind, log, metrics, limits });
  metrics.addLostLeadsGauge(() => history.lost().length);
  metrics.addStoreGauges({ ...store, ready: patient.ready }, now);
  const outbox = startOutbox({
    store,
    destinations,
    now,
    pollMs,
    maxAttempts: settings.outboxMaxAttempts,
    perDestination: settings.outboxAtOnce,
    log,
    metrics,
    random: Math.random,
  });
  const firstRetryMs = settings.ownPostsFirstRetryMs;
  const progressSaves = settings.progressUrl
    ? startProgressSaves({ store, progressSave, now, pollMs, firstRetryMs, log, random: Math.random })
    : undefined;
  const clockWatch = watchClock({ store, clock, pollMs, log, onDue: () => outbox.wake() });
  const { consentLog } = store;
  const sealer = startSealer({ consentLog, key: logKey, settings: settings.witnesses, log, metrics });
  const day = dayCounter(settings.siteTimeZone);
  const roller = startRoller({
    ...{ store, settings, day, now, log, quietMs: rollUpQuietMs },
    pollMs: Math.min(longestRollUpPollMs, 2 * pollMs),
  });
  const firstViews = countViews({ store: store.firstViews, settings, day, log });
  const submissionOf = submissionWith({ settings, build, destinations, now, random: Math.random });
  const address = addressing(destinations);
  const makeSubmission: MakeSubmission = (finished) => address(submissionOf(finished));
  const { budget, settled, ...allowances } = allowancesOf(settings, store, { now, log, metrics });
  const askPaid = askPaidWith({
    providers,
    budget: budget("look-ups"),
    verdicts: patient.verdicts,
    verdictMs: settings.verdictMs,
  });
  metrics.addFloodGauge(allowances.postLimits);
  const recordFact = recordFactWith({ store: patient, now, settings });
  const recentVisits = new RecentVisits(now);
  const newClickId = () => (settings.pageScripts.everflow ? undefined : randomBytes(16).toString("hex"));
  const chatAlerts = chatAlertsWith({ store, chatAlert: providers.chatAlert, settings, now, log });
  const core = { settings, store, destinations, sinks: providers.alarms, outbox, now, log };
  const running = await startFeatures(core);
  const words = watchWords({ settings, store, now, log });
  const upkeep = startUpkeep(store, { ...settings.retention, sightings: settings.sightingsMs }, log);
  return {
    settings,
    now,
    secrets,
    logKey,
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
    beginVisit: beginVisitWith({ newId: () => shortId(now()), newClickId, now }),
    recordAnswers: meteredAnswers(
      recordAnswersWith({
        store: patient,
        recentVisits,
        applyPost: applyPostWith({
          perform: performWith(askPaid, patient.badEmails, {
            ...providers.buyers(() =>
              patient.leads.countByBuyer(dayBegins(day(now()), settings.siteTimeZone)),
            ),
            lists: settings.buyers?.lists,
          }),
          newClickId,
          now,
          siteTimeZone: settings.siteTimeZone,
        }),
        askFacts: askFactsWith(providers),
        makeSubmission,
        isAsShown: isAsShownWith(sealsOfConsents, settings.company),
        onAlert: chatAlerts.send,
        onStored: outbox.wake,
        countRefused: firstViews.refused,
        now,
        settings,
      }),
      metrics,
    ),
    verifyPhone: verifyPhoneWith({
      store: patient,
      phoneCode: limitedPhoneCode({
        port: providers.phoneCode(store.phoneCodes),
        tries: store.phoneCodeTries,
        budget: budget("texts"),
        perExchange: settings.textsPerExchange,
        // Numbers set aside for fiction are texted by a stub only.
        canBeSentTo: textableNumbers({ rejectFictitious: !isLoopback(codeSender(settings)) }),
      }),
      recordFact,
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
    ...allowances,
    proofOfWork: settings.proofOfWorkCost
      ? proofOfWork({ secrets, cost: settings.proofOfWorkCost, spent: store.spentProofs, now, log })
      : null,
    metrics,
    optOut: optOutFormWith({
      suppressions: patient.suppressions,
      budgets: store.budgets,
      spent: store.spentProofs,
      seal: createSeal(secrets, "opt-out form"),
      metrics,
      now,
    }),
    ownFigures: () => ownFigures(store, now(), settings.siteTimeZone),
    store: patient,
    outbox,
    firstViews,
    running,
    console: consoleOf(settings, {
      store,
      seals: {
        browser: createSeal(secrets, "known browser"),
        provider: createSeal(secrets, "identity provider"),
      },
      log,
      now,
    }),
    log,
    words,
    outside: providers.outside,
    async stop() {
      history.stop();
      const working = [
        upkeep,
        outbox,
        terms,
        clockWatch,
        sealer,
        roller,
        firstViews,
        words,
        ...Object.values<Job>(running),
      ];
      await Promise.all([...working.map((each) => each.stop()), progressSaves?.stop(), settled()]);
      await store.close();
      await Promise.all(around.map((each) => each?.stop()));
    },
  };
}
