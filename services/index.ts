import { existsSync, readFileSync } from "node:fs";
import { type CountedViews, countViews } from "./analytics/first-views.ts";
import { startRoller } from "./analytics/roller.ts";
import { dayCounter } from "./calendar/days.ts";
import { startSealer } from "./consent-log/sealer.ts";
import { type Console, consoleOf } from "./console/console.ts";
import { rememberingClock, watchClock } from "./delivery/clock-watch.ts";
import { type Outbox, startOutbox } from "./delivery/outbox/worker.ts";
import { startProgressSaves } from "./delivery/progress-saves/worker.ts";
import { watchTerms } from "./delivery/terms-watch.ts";
import type { Core, Job } from "./features/feature.ts";
import { allFeatures, gatesOf, newsReaders, type Running, startFeatures } from "./features.ts";
import { allowancesOf, type Limits } from "./guard/allowances.ts";
import { type ProofOfWork, proofOfWork } from "./guard/proof-of-work.ts";
import { consentLogKey, sessionSecrets } from "./guard/secrets.ts";
import { createSeal } from "./guard/signing.ts";
import type { Log } from "./observe/log.ts";
import { createMetrics, type Metrics } from "./observe/metrics.ts";
import { createProviders, type Providers } from "./providers/index.ts";
import type { Outside } from "./providers/provider.ts";
import type { Settings } from "./settings/env.ts";
import { storeLimits } from "./store/limits.ts";
import { awaitedAtStart } from "./store/patient-store.ts";
import { openStore, type Store } from "./store/store.ts";
import { startUpkeep } from "./store/upkeep.ts";
import { wrapped } from "./store/wrappers.ts";
import type { LogKey } from "./transparency/signed-note.ts";
import { type VisitServices, visitServices } from "./visits/services.ts";
import { type Words, watchWords } from "./visits/watch-words.ts";

/** The build that runs, as `npm start` stamped it; it is in consent records. */
function buildId(): string {
  const stamp = "build/stamp";
  return existsSync(stamp) ? readFileSync(stamp, "utf8").trim().slice(0, 12) : "development";
}

/** How long a visitor is quiet before the answers are forwarded, in milliseconds: one post instead of one per answer. */
const quietMs = 2_000;
/** How long a visit is quiet before analysts see it, in milliseconds. */
const rollUpQuietMs = 5_000;
/** The longest time between two looks for visits, and for changed terms, in milliseconds; shorter where the outbox's is. */
const [longestRollUpPollMs, longestTermsPollMs] = [2_000, 1_000];

/** Everything the app may ask of the server side. */
export type Services = Limits &
  VisitServices & {
    settings: Settings;
    /** Epoch milliseconds. */
    now: () => number;
    secrets: string[];
    /** Signs the log of consents. */
    logKey: LogKey;
    /** Null where nobody is asked for a proof of work. */
    proofOfWork: ProofOfWork | null;
    metrics: Metrics;
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
 * @param renew starts them again beside these, by what the file says then
 * @throws an Error in plain words when the store cannot be used
 */
export async function startServices(
  settings: Settings,
  log: Log,
  limits = storeLimits,
  renew?: Core["renew"],
): Promise<Services> {
  const clock = rememberingClock(Date.now);
  const { now } = clock;
  const secrets = sessionSecrets(settings);
  const logKey = consentLogKey(settings);
  const metrics = createMetrics();
  const open = () => openWithTerms(settings, { secrets, limits, now, log });
  const { opened, terms } = await awaitedAtStart(open, log, limits);
  const providers = createProviders(settings, log, metrics, terms.changed);
  const around = await Promise.all(allFeatures.flatMap((each) => each.around?.(settings, log) ?? []));
  const kind = settings.databaseUrl.startsWith("file:") ? "sqlite" : "postgresql";
  const { store, patient, history } = wrapped(opened, { kind, log, metrics, limits });
  metrics.addLostLeadsGauge(() => history.lost().length);
  metrics.addStoreGauges({ ...store, ready: patient.ready }, now);
  const { outbox, progressSaves } = startDelivery({ settings, store, providers, now, log, metrics });
  const pollMs = settings.outboxPollMs;
  const clockWatch = watchClock({ store, clock, pollMs, log, onDue: () => outbox.wake() });
  const { consentLog } = store;
  const sealer = startSealer({ consentLog, key: logKey, settings: settings.witnesses, log, metrics });
  const day = dayCounter(settings.siteTimeZone);
  const roller = startRoller({
    store,
    settings,
    day,
    now,
    log,
    quietMs: rollUpQuietMs,
    pollMs: Math.min(longestRollUpPollMs, 2 * pollMs),
  });
  const firstViews = countViews({ store: store.firstViews, settings, day, log });
  const { budget, settled, ...allowances } = allowancesOf(settings, store, { now, log, metrics });
  metrics.addFloodGauge(allowances.postLimits);
  const ofVisits = visitServices({
    settings,
    build: buildId(),
    secrets,
    store,
    patient,
    providers,
    budget,
    outbox,
    countRefused: firstViews.refused,
    now,
    random: Math.random,
    log,
    metrics,
  });
  const { destinations, alarms: sinks } = providers;
  const core = { settings, store, terms: terms.changed, destinations, sinks, outbox, renew, now, log };
  const running = await startFeatures(core);
  const words = watchWords({ settings, store, now, log });
  const upkeep = startUpkeep(store, { ...settings.retention, sightings: settings.sightingsMs }, log);
  const seals = {
    browser: createSeal(secrets, "known browser"),
    provider: createSeal(secrets, "identity provider"),
  };
  return {
    ...ofVisits,
    ...allowances,
    settings,
    now,
    secrets,
    logKey,
    proofOfWork: settings.proofOfWorkCost
      ? proofOfWork({ secrets, cost: settings.proofOfWorkCost, spent: store.spentProofs, now, log })
      : null,
    metrics,
    store: patient,
    outbox,
    firstViews,
    running,
    console: consoleOf(settings, { store, seals, log, now }),
    log,
    words,
    outside: providers.outside,
    async stop() {
      history.stop();
      const jobs: Job[] = [upkeep, outbox, terms, clockWatch, sealer, roller, firstViews, words];
      jobs.push(...Object.values<Job>(running));
      await Promise.all([...jobs.map((each) => each.stop()), progressSaves?.stop(), settled()]);
      await store.close();
      await Promise.all(around.map((each) => each?.stop()));
    },
  };
}

/** The opened store, and the terms of sale that are in force. Leaves nothing open where it fails. */
async function openWithTerms(
  settings: Settings,
  deps: { secrets: string[]; limits: typeof storeLimits; now: () => number; log: Log },
): Promise<{ opened: Store; terms: Awaited<ReturnType<typeof watchTerms>> }> {
  const { secrets, limits, now, log } = deps;
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
    sourceLevels: settings.sourceLevels,
  });
  try {
    const pollMs = Math.min(longestTermsPollMs, settings.outboxPollMs);
    return { opened, terms: await watchTerms({ terms: opened.termsInForce, log, pollMs }) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Starts what sends leads, and unfinished visits where `PROGRESS_URL` takes them. */
function startDelivery(parts: {
  settings: Settings;
  store: Store;
  providers: Providers;
  now: () => number;
  log: Log;
  metrics: Metrics;
}) {
  const { settings, store, providers, now, log, metrics } = parts;
  const shared = { store, now, pollMs: settings.outboxPollMs, log, random: Math.random };
  const outbox = startOutbox({
    ...shared,
    destinations: providers.destinations,
    gates: gatesOf({ ...shared, settings, destinations: providers.destinations }),
    maxAttempts: settings.outboxMaxAttempts,
    perDestination: settings.outboxAtOnce,
    metrics,
  });
  const { progressSave } = providers;
  const firstRetryMs = settings.ownPostsFirstRetryMs;
  const progressSaves = settings.progressUrl
    ? startProgressSaves({ ...shared, progressSave, firstRetryMs })
    : undefined;
  return { outbox, progressSaves };
}
