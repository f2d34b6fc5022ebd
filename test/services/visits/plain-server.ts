import { answerCases } from "../../../machines/model/cases.ts";
import { outcomesOf } from "../../../machines/model/moves.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import { type StepName, steps } from "../../../machines/steps/index.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { readSettings } from "../../../services/settings/env.ts";
import type { Lead, Visit } from "../../../services/store/rows.ts";
import type { Store } from "../../../services/store/store.ts";
import { applyPostWith } from "../../../services/visits/apply-post.ts";
import { openVisitWith } from "../../../services/visits/open-visit.ts";
import type { VisitCommand } from "../../../services/visits/posts.ts";
import { RecentVisits } from "../../../services/visits/recent-visits.ts";
import { recordAnswersWith } from "../../../services/visits/record-answers.ts";
import { submissionWith } from "../../../services/visits/submission.ts";
import { noon, today } from "../../support/lead-facts.ts";

/** The parts of the store that recording answers needs; the real one has its own tests. */
export function storeInMemory() {
  const visits = new Map<string, Visit>();
  const leads = new Map<string, Lead>();
  const append: Store["visits"]["append"] = async (visit, expected, entries) => {
    const known = visits.get(visit.id) ?? { ...visit, createdAt: 0, updatedAt: 0, leadId: null, entries: [] };
    if (known.entries.length !== expected) return "conflict";
    const added = entries.map((entry, index) => ({ ...structuredClone(entry), seq: expected + index }));
    visits.set(visit.id, { ...known, entries: [...known.entries, ...added] });
    return "ok";
  };
  return {
    visits: {
      append,
      load: async (id) => visits.get(id),
      latestWithLead: async (sessionId) =>
        [...visits.values()].findLast((visit) => visit.sessionId === sessionId && visit.leadId),
      latest: async (sessionId) => [...visits.values()].findLast((visit) => visit.sessionId === sessionId),
    },
    leads: { get: async (id) => leads.get(id) },
    submit: async (visit, expected, entries, { lead }) => {
      if ((await append(visit, expected, entries)) === "conflict") return { status: "conflict" };
      const stored: Lead = { ...lead, origin: visit.id, createdAt: 0, erasedAt: null };
      leads.set(lead.id, stored);
      visits.set(visit.id, { ...visits.get(visit.id)!, leadId: lead.id });
      return { status: "stored", lead: stored };
    },
  } satisfies Pick<Store, "submit"> & { visits: Store["visits"]; leads: Pick<Store["leads"], "get"> };
}

/** The server's recording of answers on a day when every service answers well. */
export function plainServer(store = storeInMemory()) {
  const now = () => noon + 3_600_000;
  const settings = readSettings({});
  const recentVisits = new RecentVisits(now);
  const record = recordAnswersWith({
    recentVisits,
    store: store as unknown as Store,
    applyPost: applyPostWith({
      perform: async ({ id }) => outcomesOf(id)[0]!,
      newClickId: () => undefined,
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
  const post = (
    entry: SurveyEntry,
    posts: [VisitCommand, ...VisitCommand[]],
    submit: boolean,
    id = "visit",
  ) => {
    const arrival = { path: entry.path, query: {}, referer: "" };
    return record({
      entry,
      token: { id, survey: entry.variant.code, at: noon, arrival },
      arrival,
      caller: { sessionId: id, ip: "192.0.2.1", userAgent: "test", timeZone: "UTC" },
      posts,
      submit,
    });
  };
  /** The page behind an answer of it. */
  const open = openVisitWith({
    store: store as unknown as Store,
    recentVisits,
    now,
    settings,
    newClickId: () => undefined,
    keptMs: Number.POSITIVE_INFINITY,
  });
  let visits = 0;

  /** Continues a stored log under another chart, answering each newest question the plain way. */
  async function goOn(entry: SurveyEntry, machine: SurveyMachine, log: LogEntry[]) {
    const id = `visit-${++visits}`;
    const deployed = { ...entry, variant: { ...entry.variant, machine } };
    const visit = { id, sessionId: id, variant: entry.variant.code, machineVersion: "before" };
    await store.visits.append(visit, 0, log);
    let { path } = openVisit(deployed, {}, log);
    const asked: string[] = [];
    while (asked.length < 20) {
      const step = path.at(-1)!;
      asked.push(step);
      const action = { answer: { step, fields: plainPost(step) } };
      const [recorded] = await post(deployed, [{ action }], true, id);
      if (recorded.kind === "posted") return { posted: true, asked };
      if (recorded.kind !== "moved") break;
      ({ path } = recorded.state);
    }
    return { posted: false, asked };
  }

  return { goOn, open, post, store };
}

/** The form fields of a plain answer to this step. */
export function plainPost(step: string): Record<string, string> {
  const [plain] = answerCases(steps[step as StepName], today);
  return plain?.kind === "answer" ? plain.post : {};
}
