import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answeringAll } from "../../app/server/app.ts";
import { pages } from "../../app/server/serve.ts";
import { stepAddress } from "../../app/survey/screen/page-data.ts";
import { parseAnswer } from "../../machines/fields/parse-answer.ts";
import { timeOnSteps } from "../../machines/lead/derive.ts";
import { caseName, type Edge } from "../../machines/model/covering.ts";
import { today } from "../../machines/rules/dates.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Step } from "../../machines/steps/step.ts";
import type { SurveySettings } from "../../machines/survey.ts";
import { openVisit } from "../../machines/visit/open-visit.ts";
import { topState } from "../../machines/visit/replay.ts";
import { createSeal } from "../../services/guard/signing.ts";
import type { Services } from "../../services/index.ts";
import { silentLog } from "../../services/observe/log.ts";
import { createMetrics } from "../../services/observe/metrics.ts";
import type { Settings } from "../../services/settings/env.ts";
import { StoreUnavailable } from "../../services/store/engine/failures.ts";
import type { Store } from "../../services/store/store.ts";
import { applyPostWith } from "../../services/visits/apply-post.ts";
import { beginVisitWith, openVisitWith } from "../../services/visits/open-visit.ts";
import { RecentVisits } from "../../services/visits/recent-visits.ts";
import { recordAnswersWith } from "../../services/visits/record-answers.ts";
import { submissionWith } from "../../services/visits/submission.ts";
import { surveyConsent } from "../../services/words/survey-consent.ts";
import { everyQuestion } from "../machines/steps/questions.ts";
import { byNetwork } from "../support/by-network.ts";
import { storeAt } from "../support/databases.ts";
import { Documents } from "../support/faults.ts";
import { settingsOf } from "../support/files.ts";
import { noon } from "../support/lead-facts.ts";
import { type Answer, FormVisitor } from "../support/visitors.ts";
import { newPaths } from "./model/all-suites.ts";
import { Script, type Turn, turnsOf, walkCases } from "./model/run-path.ts";
import { describePath, type Suite } from "./model/suite.ts";
import type { World } from "./model/worlds.ts";
import { leadOf, turnMs, walkLog } from "./pure-layer.ts";

/** A page as a visitor without JavaScript sees it between two presses. */
type Page = { step: string; progress: string; wrong: string[] };

const origin = "http://localhost:3000";
const regionHeader = "X-Region";
const noLimits = { take: () => null };

/** The whole site in this process, as the network reaches it: its pages and its store are real, its services and the time scripted. */
async function openSite(given: Settings) {
  const settings = { ...given, regionHeader, trustProxy: 1 };
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  const folder = mkdtempSync(join(tmpdir(), "claimpath-http-"));
  const script = new Script();
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  // The charts' own settings are the world's; one site is in all of them, one after the other.
  const chart: Partial<SurveySettings> = {};
  const now = Date.now;
  const url = `file:${join(folder, "store.db")}`;
  const store = await storeAt(url, { now, hashKey: "k" });
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
    firstViews: { seen() {} },
    postLimits: noLimits,
    byteLimits: noLimits,
    provenByteLimits: noLimits,
    metrics: createMetrics(),
    words: { version: () => 0, states: () => [] },
    running: { verdicts: {} },
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
  const network = await byNetwork(answeringAll(services, site));

  /**
   * Walks turns with forms alone, as a visitor of their own.
   * @param look at each page on the way, before its form is posted; whatever it does, the walk continues from that page
   * @returns the pages on the way, where it ended, and the stored lead
   */
  async function walk(
    { entry, arrival, settings: ofWorld }: World,
    turns: readonly Turn[],
    look: (visitor: FormVisitor) => Promise<void> = async () => {},
  ) {
    vi.setSystemTime(noon);
    Object.assign(chart, { dateOfBirthStates: [], noDefaultBuyersStates: [], ...ofWorld });
    const visitor = new FormVisitor(origin, async (request) => {
      request.headers.set("User-Agent", "test");
      request.headers.set("X-Forwarded-For", "192.0.2.1");
      if (arrival.region) request.headers.set(regionHeader, arrival.region);
      return network.ask(request);
    });
    let shown = await visitor.open(`${entry.path}?${new URLSearchParams(arrival.query)}`);
    const [, named] = /"visit":\{[^}]*"id":"(visit-\d+)"/.exec(shown.html) ?? [];
    const seen: Page[] = [seenOn(shown)];
    await look(visitor);
    visitor.screen = shown;
    for (const [index, turn] of turns.entries()) {
      vi.setSystemTime(noon + (index + 1) * turnMs);
      script.begin(turn);
      const before = visitor.screen;
      shown = await visitor.post(turn.post);
      await look(visitor);
      visitor.screen = shown;
      // Nobody could store it: the visitor goes back to the form and presses again.
      if (shown.status === 503) visitor.screen = before;
      seen.push(seenOn(shown));
    }
    // The visit began with its first answer, if its page did not name it.
    return { seen, end: shown, lead: await store.leads.byOrigin(named ?? `visit-${visits}`) };
  }

  const closeAll = async () => {
    await network.close();
    await close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
    process.env.NODE_ENV = NODE_ENV;
    vi.useRealTimers();
  };
  return { walk, close: closeAll, [Symbol.asyncDispose]: closeAll };
}

/**
 * A real store that takes leads only when the script says so. The script decides how often an address was bad before,
 * so the store does not compare it with a count of its own.
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

function seenOn({ status, step, progress, html }: FormVisitor["screen"]): Page {
  const invalid = html.matchAll(/<(?:input|textarea|select|fieldset)\b[^>]*aria-invalid="true"[^>]*>/g);
  const names = [...invalid].map(([tag]) => tag.match(/\bname="([^"]+)"/)?.[1] ?? "option");
  const shown = status === 503 ? "submitting.unsent" : step || "thankYou";
  return { step: shown, progress, wrong: [...new Set(names)].sort() };
}

/** The lead the server has to store for a walk, none where the survey makes none, and where it has to lead. */
function servedLeadOf(
  suite: Suite,
  { context, log }: Pick<ReturnType<typeof walkLog>, "context" | "log">,
  settings: Settings,
) {
  const { entry } = suite.world;
  const { variant, defaults } = entry;
  if (variant.flow === "benefits") return { lead: undefined, location: { page: "", query: {} } };
  const buyers = context.checks.buyers?.selected.map(({ name }) => name);
  const { path: steps } = openVisit(entry, suite.world.settings, log);
  const { record, changes, qualified, dqReason } = leadOf(variant, context, {
    settings,
    landing_page: settings.siteOrigin,
    landing_page_url: variant.distribution ? `${settings.siteOrigin}${entry.path}` : undefined,
    tcpa: surveyConsent(variant, settings.company, { steps, buyers }).text,
    time_on_steps: timeOnSteps(log.filter(({ kind, at }) => kind !== "answer" || at <= postedAt(log))),
  });
  const { email, phone, zip_code = "", city, state, state_long } = record;
  const query = { email, phone, zip_code, city, state, state_long, q: qualified ? "y" : "n" };
  return {
    lead: { variant: variant.code, record, derived: changes, qualified, dqReason: dqReason || null },
    location: {
      page: defaults.thankYou ?? variant.thankYou,
      query: dqReason ? { ...query, dq_reason: dqReason } : query,
    },
  };
}

/** When the lead was posted: what a survey's own last screen adds comes after it. */
function postedAt(log: ReturnType<typeof walkLog>["log"]): number {
  return log.findLast(({ kind, body }) => kind === "outcome" && "call" in body && body.call === "postLead")!
    .at;
}

const settings = settingsOf({ "survey.partial-fault-states": "KY", "company.time-zone": "UTC" });
const day = today(noon, "UTC", "UTC");
const documents = new Documents();
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite(settings);
});
afterAll(() => site.close());

/** A chart's final states without a screen are the thank-you page to its visitor. */
const shownAs = (state: string) => (state === "End" ? "thankYou" : state);

/** A question, each of those that surveys ask their own way. */
const questionAt = ({ entry }: World, name: string) => {
  const own = stepNamed(name, entry.variant.machine);
  return `${name} ${everyQuestion.findIndex(({ step }) => step === own)}`;
};

/** The page of a question: surveys that share it show the same, each in its language. */
const pageOf = (world: World, name: string) => {
  const { language, flow } = world.entry.variant;
  return `${language} ${flow} ${questionAt(world, name)}`;
};

/** Questions whose answers are read alike. */
const formAt = ({ entry }: World, name: string) => {
  const step = stepNamed(name, entry.variant.machine);
  return step ? [step.kind, ...(step.fields ?? []).map((field) => field.name)].join() : name;
};

/** On an edge: which page is followed by which, and what of a form is answered, or said by a service. */
const thingsOf = ({ from, to, tried }: Edge, world: World) => {
  if (tried.kind === "page") return [];
  const [asked, next] = [topState(from.snapshot), topState(to.snapshot)];
  const given = tried.kind === "answer" ? tried.label : caseName({ tried });
  return [`${pageOf(world, asked)}, ${questionAt(world, next)}`, `${formAt(world, asked)}: ${given}`];
};

describe.each(newPaths(thingsOf))("at $suite.world.label, by forms alone", ({ suite, paths }) => {
  const { world, model, edgePaths } = suite;

  it("a path that no earlier survey had shows the chart's screens in valid HTML and stores its lead, as its log says", async () => {
    const walkChart = walkCases(model);
    // A survey without anything new is walked once, for its own defaults.
    for (const path of paths.length > 0 ? paths : edgePaths.slice(0, 1)) {
      const turns = turnsOf(path);
      const { seen, end, lead } = await site.walk(world, turns, lookAround(world));
      const { screens } = walkChart(path.map(({ tried }) => tried));
      const charted = screens.map(({ state, errors }) => ({
        step: shownAs(state),
        wrong: Object.keys(errors).sort(),
      }));
      expect(
        seen.map(({ step, wrong }) => ({ step, wrong })),
        describePath(path),
      ).toEqual(charted);
      const replayed = walkLog(suite, turns);
      expect(replayed.screens, describePath(path)).toEqual(screens);
      const due = servedLeadOf(suite, replayed, settings);
      expect(lead, describePath(path)).toEqual(due.lead && expect.objectContaining(due.lead));
      if (end.step !== "") continue;
      const { pathname, searchParams } = new URL(end.url, "http://site");
      expect(pathname).toBe(due.location.page);
      expect(Object.fromEntries(searchParams)).toMatchObject(due.location.query);
    }
  });
});

it("hundreds of the pages on the way differ in more than their words", () => {
  expect(documents.different).toBeGreaterThan(300);
});

const looked = new Set<string>();

/** Checks a page and, once for each, its refused forms and the page before, which has its answer by now. */
function lookAround(world: World) {
  const { label, entry } = world;
  let before = "";
  return async (visitor: FormVisitor) => {
    const validate = async () => {
      const { step, status, html } = visitor.screen;
      expect(await documents.faults(`${label} ${step || "at its end"} (${status})`, html)).toEqual([]);
    };
    const isFirst = (page: string) => !looked.has(page) && looked.add(page);
    const shown = visitor.screen;
    const step = stepNamed(shown.step, entry.variant.machine);
    await validate();
    if (before && before !== shown.step && isFirst(`${pageOf(world, before)} answered`)) {
      await visitor.open(stepAddress(entry.path, {}, before));
      await validate();
    }
    before = shown.step;
    if (!step || !isFirst(pageOf(world, shown.step))) return;
    for (const post of refusedBy(step)) {
      visitor.screen = shown;
      await visitor.post(post);
      await validate();
    }
  };
}

/** Answers that a step's form cannot take: none, and nonsense in every field. */
function refusedBy(step: Step): Answer[] {
  if (step.kind === "end") return [];
  const nonsense = Object.fromEntries((step.fields ?? []).map(({ name }) => [name, "?"]));
  return [{}, nonsense].filter((post) => !parseAnswer(step, post, day).ok);
}
