import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../app/server/app.ts";
import { pages } from "../../app/server/pages.ts";
import type { SurveySettings } from "../../machines/survey.ts";
import { createSeal } from "../../services/guard/signing.ts";
import type { Services } from "../../services/index.ts";
import { silentLog } from "../../services/observe/log.ts";
import { createMetrics } from "../../services/observe/metrics.ts";
import type { Settings } from "../../services/settings/env.ts";
import { StoreUnavailable } from "../../services/store/engine/failures.ts";
import type { Store } from "../../services/store/store.ts";
import { openStore } from "../../services/store/store.ts";
import { applyPostWith } from "../../services/visits/apply-post.ts";
import { beginVisitWith, openVisitWith } from "../../services/visits/open-visit.ts";
import { RecentVisits } from "../../services/visits/recent-visits.ts";
import { recordAnswersWith } from "../../services/visits/record-answers.ts";
import { submissionWith } from "../../services/visits/submission.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { noon } from "../support/lead-facts.ts";
import { Script, type Turn } from "./model/turns.ts";
import type { World } from "./model/worlds.ts";
import { turnMs } from "./pure-layer.ts";

/** What a visitor without JavaScript sees between two presses of a button. */
export type Page = { step: string; progress: string; wrong: string[] };

const origin = "http://localhost:3000";
const regionHeader = "X-Region";
const noLimits = { take: () => null };

/** The whole site in this process, but for the network: its pages and its store are real, its services scripted. */
export async function openSite(given: Settings) {
  const settings = { ...given, regionHeader };
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  const folder = mkdtempSync(join(tmpdir(), "claimpath-http-"));
  const script = new Script();
  let time = noon;
  // The charts' own settings are the world's; one site is in all of them, one after the other.
  const chart: Partial<SurveySettings> = {};
  const now = () => time;
  const url = `file:${join(folder, "store.db")}`;
  const store = await openStore({ url, now, log: silentLog, hashKey: "k" });
  const secrets = ["a secret of tests, longer than thirty-two characters"];
  let visits = 0;
  const recentVisits = new RecentVisits(now);
  const services = {
    settings,
    secrets,
    seal: createSeal(secrets, "visit token"),
    store,
    prefill: async () => ({}),
    verifyPhone: { send: async () => ({}), check: async () => ({}) },
    contact: { submit: async () => ({}) },
    optOut: { submit: async () => {} },
    log: silentLog,
    postLimits: noLimits,
    byteLimits: noLimits,
    provenByteLimits: noLimits,
    metrics: createMetrics(),
    words: { version: 0, states: () => [] },
    openVisit: openVisitWith({
      recentVisits,
      store,
      newClickId: () => undefined,
      now,
      keptMs: 1e12,
      settings: Object.assign(chart, { campaigns: settings.campaigns }),
    }),
    beginVisit: beginVisitWith({ newId: () => `visit-${++visits}`, newClickId: () => undefined, now }),
    recordAnswers: recordAnswersWith({
      recentVisits,
      store: scriptedStore(store, script),
      applyPost: applyPostWith({
        perform: async ({ id }) => script.next(id),
        newClickId: () => undefined,
        now,
        siteTimeZone: settings.siteTimeZone,
      }),
      askFacts: async () => [],
      isAsShown: () => true,
      makeSubmission: submissionWith({ settings, build: "test", destinations: [], now, random: () => 0.5 }),
      onAlert() {},
      onStored() {},
      countRefused() {},
      now,
      settings: chart,
    }),
  } as unknown as Services;
  const { before, close, ...site } = await pages();
  const { app } = createApp({ services, ...site });
  const socket = { incoming: { socket: { remoteAddress: "192.0.2.1" } } };

  /**
   * Walks turns with forms alone, as a visitor of their own.
   * @param look at each page on the way, before its form is posted; whatever it does, the walk goes on from that page
   * @returns the pages on the way, where it ended, and the stored lead
   */
  async function walk(
    { entry, arrival, settings: ofWorld }: World,
    turns: readonly Turn[],
    look: (visitor: FormVisitor) => Promise<void> = async () => {},
  ) {
    time = noon;
    Object.assign(chart, { dateOfBirthStates: [], noDefaultBuyersStates: [], ...ofWorld });
    const visitor = new FormVisitor(origin, async (request) => {
      request.headers.set("User-Agent", "test");
      if (arrival.region) request.headers.set(regionHeader, arrival.region);
      return app.fetch(request, socket);
    });
    let shown = await visitor.open(`${entry.path}?${new URLSearchParams(arrival.query)}`);
    const seen: Page[] = [pageOf(shown)];
    await look(visitor);
    visitor.screen = shown;
    for (const [index, turn] of turns.entries()) {
      time = noon + (index + 1) * turnMs;
      script.begin(turn);
      const before = visitor.screen;
      shown = await visitor.post(turn.post);
      await look(visitor);
      visitor.screen = shown;
      // Nobody could store it: the visitor goes back to the form and presses again.
      if (shown.status === 503) visitor.screen = before;
      seen.push(pageOf(shown));
    }
    // The visit began with its first answer.
    return { seen, end: shown, lead: await store.leads.byOrigin(`visit-${visits}`) };
  }

  const closeAll = async () => {
    await close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
    process.env.NODE_ENV = NODE_ENV;
  };
  return { walk, close: closeAll, [Symbol.asyncDispose]: closeAll };
}

/**
 * A real store that takes leads only when the script says so. How often an address was bad before is the script's
 * word, so the store does not hold it against a count of its own.
 */
function scriptedStore(store: Store, script: Script): Store {
  return {
    ...store,
    visits: {
      ...store.visits,
      append: (visit, expectedNextSeq, entries) => store.visits.append(visit, expectedNextSeq, entries),
    },
    submit: async (visit, expectedNextSeq, entries, submission) => {
      if ("error" in script.next("postLead")) throw new StoreUnavailable("scripted");
      return store.submit(visit, expectedNextSeq, entries, submission);
    },
  };
}

function pageOf({ status, step, progress, html }: FormVisitor["screen"]): Page {
  const invalid = html.matchAll(/<(?:input|textarea|select|fieldset)\b[^>]*aria-invalid="true"[^>]*>/g);
  const names = [...invalid].map(([tag]) => tag.match(/\bname="([^"]+)"/)?.[1] ?? "option");
  const shown = status === 503 ? "submitting.unsent" : step || "thankYou";
  return { step: shown, progress, wrong: [...new Set(names)].sort() };
}
