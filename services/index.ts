import { randomBytes } from "node:crypto";
import { buildId } from "./build-id.ts";
import { type Contact, contactWith } from "./contact.ts";
import { isLoopback, type Settings } from "./env.ts";
import type { Log } from "./log.ts";
import { startOutbox } from "./outbox/worker.ts";
import { textableNumbers } from "./phone-check/embedded.ts";
import { limitedPhoneCode } from "./phone-code/limits.ts";
import { startProgressSaves } from "./progress-save/worker.ts";
import { createProviders } from "./providers.ts";
import { sessionSecrets } from "./secrets.ts";
import { createSeal, type Seal } from "./signing.ts";
import type { Reach } from "./store/address-hash.ts";
import { openStore } from "./store/store.ts";
import type { Store } from "./store/types.ts";
import { uuid7 } from "./store/uuid7.ts";
import { askFactsWith } from "./visits/ask-facts.ts";
import { type OpenVisit, openVisitWith } from "./visits/open-visit.ts";
import { performWith } from "./visits/perform.ts";
import { type Prefill, prefillWith } from "./visits/prefill.ts";
import { type RecordAnswer, recordAnswerWith } from "./visits/record-answer.ts";
import { recordFactWith } from "./visits/record-fact.ts";
import { submissionWith } from "./visits/submission.ts";
import { type VerifyPhone, verifyPhoneWith } from "./visits/verify-phone.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** So long a visitor must be quiet before the answers are forwarded: one post instead of one per answer. */
const quietMs = 2_000;

/** Everything the app may ask of the server side. */
export type Services = {
  settings: Settings;
  secrets: string[];
  seal: Seal;
  openVisit: OpenVisit;
  recordAnswer: RecordAnswer;
  verifyPhone: VerifyPhone;
  prefill: Prefill;
  contact: Contact;
  /** Nothing about whoever this reaches is sold or shared any more (specification 2.1, do-not-sell); idempotent. */
  optOut(reach: Reach): Promise<void>;
  store: Store;
  outbox: Awaited<ReturnType<typeof startOutbox>>;
  log: Log;
  /** Which providers are live and which embedded, one line each. */
  describe(): string[];
  /** Lets deliveries finish, then closes the store. */
  stop(): Promise<void>;
};

/**
 * Opens the store and makes every service from its settings.
 * @throws an Error in plain words when the store cannot be used
 */
export async function startServices(settings: Settings, log: Log): Promise<Services> {
  const now = Date.now;
  const secrets = sessionSecrets(settings);
  const seal = createSeal(secrets);
  const providers = createProviders(settings, log);
  const { destinations } = providers;
  const store = await openStore({
    url: settings.databaseUrl,
    now,
    log,
    hashKey: settings.hashKey,
    codeKey: secrets[0],
    saveProgressAfterMs: settings.progressUrl ? quietMs : undefined,
  });
  const outbox = await startOutbox({
    store,
    destinations,
    now,
    pollMs: settings.outboxPollMs,
    maxAttempts: settings.outboxMaxAttempts,
    log,
    random: Math.random,
  });
  const progressSaves =
    settings.progressUrl === undefined
      ? undefined
      : startProgressSaves({
          store,
          progressSave: providers.progressSave,
          now,
          pollMs: settings.outboxPollMs,
          firstRetryMs: settings.ownPostsFirstRetryMs,
          log,
          random: Math.random,
        });
  const makeSubmission = submissionWith({
    settings,
    build: buildId(),
    destinations,
    now,
    random: Math.random,
  });
  const recordFact = recordFactWith({ store, now, settings });
  const keptMs = settings.visitDays * dayMs;
  const newClickId = () => (settings.pageScripts.everflow ? undefined : randomBytes(16).toString("hex"));
  const purge = setInterval(() => void store.purgeVisits(keptMs).catch(() => {}), dayMs / 24);
  purge.unref();
  return {
    settings,
    secrets,
    seal,
    openVisit: openVisitWith({ store, newId: () => uuid7(now()), newClickId, now, keptMs, settings }),
    recordAnswer: recordAnswerWith({
      store,
      perform: performWith(providers, store.badEmails),
      askFacts: askFactsWith(providers),
      newClickId,
      makeSubmission,
      onStored: outbox.poke,
      now,
      siteTimeZone: settings.siteTimeZone,
      settings,
    }),
    verifyPhone: verifyPhoneWith({
      store,
      phoneCode: limitedPhoneCode({
        port: providers.phoneCode(store.phoneCodes),
        tries: store.phoneCodeTries,
        // Numbers set aside for fiction are texted by a stub only.
        canBeSentTo: textableNumbers({ rejectFictitious: !isLoopback(codeSender(settings)) }),
      }),
      recordFact,
      now,
      settings,
    }),
    prefill: prefillWith(store),
    contact: contactWith({ store, seal, settings, destinations, onStored: outbox.poke, now }),
    async optOut(reach) {
      await store.suppressions.add(reach, "do-not-sell");
    },
    store,
    outbox,
    log,
    describe: providers.describe,
    async stop() {
      clearInterval(purge);
      await Promise.all([outbox.stop(), progressSaves?.stop()]);
      await store.close();
    },
  };
}

function codeSender({ twilio, smsUrl, siteOrigin }: Settings): string {
  return twilio?.baseUrl ?? smsUrl ?? siteOrigin;
}
