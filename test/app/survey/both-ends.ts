import { visitOfPage } from "../../../app/survey/browser/use-visit.ts";
import type { SurveyPageData } from "../../../app/survey/screen/page-data.ts";
import { surveyPage } from "../../../app/survey/server/page.ts";
import type { CallId, Outcome } from "../../../machines/context/calls.ts";
import { outcomesOf } from "../../../machines/model/moves.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import { today } from "../../../machines/rules/dates.ts";
import type { Decision, Refusal } from "../../../machines/visit/commands.ts";
import { decide } from "../../../machines/visit/decide.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { StoreUnavailable } from "../../../services/store/engine/failures.ts";
import type { Store } from "../../../services/store/store.ts";
import { applyPostWith } from "../../../services/visits/apply-post.ts";
import type { VisitCommand } from "../../../services/visits/posts.ts";
import { RecentVisits } from "../../../services/visits/recent-visits.ts";
import { recordAnswersWith } from "../../../services/visits/record-answers.ts";
import { storedLog } from "../../../services/visits/resolve-visit.ts";
import { submissionWith } from "../../../services/visits/submission.ts";
import { storeInMemory } from "../../services/visits/plain-server.ts";
import { noon } from "../../support/lead-facts.ts";

const settings = readSettings({});

/**
 * `entry` and `fact` are the server's alone: a page does not know how its visitor came in beyond what the chart needs, and
 * no fact, for the key of a buyer's campaign is one.
 */
const isShared = ({ kind }: LogEntry) => kind !== "entry" && kind !== "fact";

/** A visitor with a browser that decides by itself and a server that gets its actions, by one clock. */
export function bothEnds(entry: SurveyEntry) {
  const { machine } = entry.variant;
  const arrival = { path: entry.path, query: {}, referer: "https://ads.example/" };
  const token = { id: "visit", survey: entry.variant.code, at: noon, arrival };
  const store = storeInMemory();
  let time = noon;
  let picks: readonly number[] = [];
  let isDown = false;
  const now = () => time;
  const record = recordAnswersWith({
    recentVisits: new RecentVisits(now),
    store: {
      ...store,
      submit: async (...given: Parameters<typeof store.submit>) => {
        if (isDown) throw new StoreUnavailable("scripted");
        return store.submit(...given);
      },
    } as unknown as Store,
    applyPost: applyPostWith({
      perform: async ({ id }) => picked(id),
      newClickId: () => "click",
      now,
      siteTimeZone: "UTC",
    }),
    askFacts: async () => [],
    isAsShown: () => true,
    makeSubmission: submissionWith({ settings, build: "test", destinations: [], now, random: () => 0 }),
    onAlert() {},
    onStored() {},
    countRefused() {},
    now,
  });
  const picked = (call: CallId): Outcome => {
    const [first = 0, ...rest] = picks;
    picks = rest;
    const possible = outcomesOf(call);
    return possible[first % possible.length]!;
  };
  const serverLog = async () => storedLog(await store.visits.load(token.id));

  let browser: VisitState;
  let [atServer, atBrowser] = [0, 0];
  let waiting: VisitCommand[] = [];
  let refused: Refusal[] = [];

  async function open(): Promise<void> {
    const log = await serverLog();
    refused = [];
    const state = openVisit(entry, {}, log.length > 0 ? log : [{ kind: "entry", at: noon, body: arrival }]);
    const { step } = state;
    const visit = { token: "", id: token.id, leadEvent: "", arrival };
    const page = surveyPage({ entry, visit, state, step, isExternalHost: false, settings });
    browser = visitOfPage(JSON.parse(JSON.stringify(page)) as SurveyPageData, machine);
    [atServer, atBrowser] = [log.length, browser.log.length];
  }

  async function post(posts: VisitCommand[], submit = false) {
    const caller = { sessionId: "session", ip: "192.0.2.1", userAgent: "test", timeZone: "UTC" };
    const [first, ...more] = posts.map((each) => ({
      ...each,
      facts: [{ fact: "scripts", value: { ran: true } } as const],
    }));
    return record({ entry, token, arrival, caller, posts: [first!, ...more], submit });
  }

  /** Sends what waits, and says what the services said to the newest answer. */
  async function flush(): Promise<Outcome[]> {
    if (waiting.length === 0) return [];
    const recorded = await post(waiting);
    waiting = [];
    const last = recorded.at(-1)!;
    if (!("state" in last) || recorded.some(({ kind }) => kind === "stale")) throw new Error(last.kind);
    return [...(last.state.visit.trail.at(-1)?.outcomes ?? [])];
  }

  function add(action: VisitCommand["action"]): void {
    waiting.push({ action, refused });
    refused = [];
  }

  async function settle(): Promise<void> {
    let said: Outcome[] | undefined;
    for (let { call } = browser.replay; call; { call } = browser.replay) {
      said ??= await flush();
      const outcome = call.id === "postLead" ? await postLead() : said.splice(0, 1)[0]!;
      browser = decide(browser, { kind: "outcome", at: now(), outcome }).state;
    }
  }

  async function postLead(): Promise<Outcome> {
    if (refused.length > 0) add({ tell: true });
    await flush();
    try {
      const [done] = await post([{ action: { submit: true } }], true);
      if (done.kind !== "posted") throw new Error(done.kind);
      return { call: "postLead", output: { location: done.location } };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return { call: "postLead", error: { kind: "unavailable" } };
    }
  }

  return {
    open,
    now: () => browser,
    /** Answers a question with a form; `outcomes` choose what services say, `holds` that the answer waits to be sent. */
    async answer(
      step: string,
      fields: Record<string, string>,
      { outcomes, holds, down }: { outcomes: readonly number[]; holds: boolean; down: boolean },
    ): Promise<Decision> {
      time += 1000;
      picks = outcomes;
      isDown = down;
      const day = today(time, "UTC", "UTC");
      const at = time;
      const decision = decide(browser, { kind: "answer", at, step, fields, today: day, sent: { at } });
      browser = decision.state;
      const { append, rejected } = decision;
      if (rejected?.kind === "invalid") {
        refused.push({ step, fields: Object.keys(rejected.errors), at });
      } else if (append.length > 0) {
        add({ answer: { step, fields, at } });
        if (!holds && !browser.replay.call) await flush();
      }
      await settle();
      return decision;
    },
    async back(from: string): Promise<void> {
      time += 1000;
      browser = decide(browser, { kind: "back", at: time, from }).state;
      add({ back: from });
      await flush();
    },
    /** Each end's entries since the page was opened, once the server has all of them. */
    async logs(): Promise<{ server: unknown[]; browser: unknown[] }> {
      // A visit begins with its first answer: nothing is kept of a page that is left before that.
      if (!browser.log.some(({ kind }) => kind === "answer")) return { server: [], browser: [] };
      if (refused.length > 0) add({ tell: true });
      await flush();
      const server = (await serverLog()).slice(atServer).filter(isShared);
      // `seq` is the store's own.
      const plain = server.map(({ kind, at, body }) => ({ kind, at, body }));
      return { server: plain, browser: browser.log.slice(atBrowser) };
    },
  };
}
