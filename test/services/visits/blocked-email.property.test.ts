import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, it } from "vitest";
import { findEntry } from "../../../machines/registry.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { openStore } from "../../../services/store/store.ts";
import type { Store } from "../../../services/store/types.ts";
import { applyPostWith } from "../../../services/visits/apply-post.ts";
import { type KnownBuyers, performWith } from "../../../services/visits/perform.ts";
import { recordAnswersWith } from "../../../services/visits/record-answers.ts";
import { storedLog } from "../../../services/visits/resolve-visit.ts";
import { submissionWith } from "../../../services/visits/submission.ts";
import { askFree } from "../../support/ask-free.ts";
import { holds } from "../../support/holds.ts";
import { noon } from "../../support/lead-facts.ts";

const settings = readSettings({});
const entry = findEntry("/survey/sl-v2")!;
const arrival = { path: entry.path, query: {}, referer: "" };
const emails = ["ana@x.test", "bob@x.test"] as const;
let store: Store;
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-")), "claimpath.db");
  store = await openStore({ url: `file:${file}`, now: () => noon, log: silentLog });
});
afterAll(() => store.close());

let sessions = 0;

/** A session that is asked for its address first, and a service whose verdict is the test's. */
function session() {
  const id = `session-${++sessions}`;
  const service = { says: "good" as "good" | "bad" | "nothing", asked: 0 };
  const check = async () => {
    service.asked += 1;
    if (service.says === "nothing") throw new ProviderFailure("unavailable", "down");
    return { valid: service.says === "good", disposable: false };
  };
  const record = recordAnswersWith({
    store,
    applyPost: applyPostWith({
      perform: performWith(askFree({ emailCheck: { check } }), store.badEmails, {} as KnownBuyers),
      newClickId: () => undefined,
      now: () => noon,
      siteTimeZone: "UTC",
    }),
    askFacts: async () => [],
    isAsShown: () => true,
    makeSubmission: submissionWith({
      ...{ settings, build: "test", destinations: [], random: () => 0 },
      now: () => noon,
    }),
    onAlert() {},
    onStored() {},
    now: () => noon,
  });
  const give = async (email: string, at: number) => {
    const [recorded] = await record({
      entry,
      token: { id, survey: entry.variant.code, at: noon, arrival },
      arrival,
      caller: { sessionId: id, ip: "192.0.2.1", userAgent: "test", timeZone: "UTC" },
      posts: [
        {
          action: {
            answer: { step: "NameAndEmail", at, fields: { firstName: "Ana", lastName: "Diaz", email } },
          },
        },
      ],
      submit: false,
    });
    return "state" in recorded ? recorded.state : undefined;
  };
  const replayed = async () => openVisit(entry, {}, storedLog(await store.visits.load(id)));
  return { id, service, give, replayed };
}

const delivery = fc.record({
  email: fc.constantFrom(...emails),
  says: fc.constantFrom("good" as const, "bad" as const, "bad" as const, "nothing" as const),
  times: fc.integer({ min: 1, max: 2 }),
});

it(
  "an address is blocked by its second bad answer, however often each is delivered, and a replay says so too",
  holds(449),
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 8 }), async (deliveries) => {
        const { service, give, replayed } = session();
        const bad = new Map<string, number>();
        for (const [index, { email, says, times }] of deliveries.entries()) {
          service.says = says;
          service.asked = 0;
          const before = bad.get(email) ?? 0;
          const isBlocked = before >= 2;
          const isBad = !isBlocked && says === "bad";
          if (isBad) bad.set(email, before + 1);
          const error =
            isBlocked || (isBad && before === 1) ? "emailBlocked" : isBad ? "emailRefused" : undefined;
          for (let time = 0; time < times; time++) {
            const state = await give(email, index);
            const errors = [state, await replayed()].map(
              (each) => each?.replay.snapshot.context.errors.email,
            );
            if (errors.some((each) => each !== error)) return false;
          }
          if (service.asked !== (isBlocked ? 0 : 1)) return false;
        }
        return true;
      }),
      { numRuns: 40 },
    );
  },
);
