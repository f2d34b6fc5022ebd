import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVisit } from "../../machines/visit/open-visit.ts";
import { silentLog } from "../../services/observe/log.ts";
import type { Settings } from "../../services/settings/env.ts";
import { StoreUnavailable } from "../../services/store/errors.ts";
import { openStore } from "../../services/store/store.ts";
import { applyPostWith } from "../../services/visits/apply-post.ts";
import type { VisitCommand } from "../../services/visits/posts.ts";
import { type Recorded, recordAnswersWith } from "../../services/visits/record-answers.ts";
import { storedLog } from "../../services/visits/resolve-visit.ts";
import { submissionWith } from "../../services/visits/submission.ts";
import { noon } from "../support/lead-facts.ts";
import { type Screen, screenOf } from "./model/run-path.ts";
import type { Suite } from "./model/suite.ts";
import { turnMs } from "./pure-layer.ts";
import { scriptedStore } from "./scripted-store.ts";
import { Script, type Turn } from "./turns.ts";

/** How answers come in: forms store the lead with the last one, the island first saves, then posts. */
export type Way = "forms" | "island";

/** The server's own recording of answers over a real store, with scripted services. */
export async function openServer(settings: Settings) {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-paths-"));
  const script = new Script();
  let time = noon;
  const now = () => time;
  const store = await openStore({
    url: `file:${join(folder, "store.db")}`,
    now,
    log: silentLog,
    hashKey: "k",
  });
  let visits = 0;

  /** Walks turns as a visitor of their own. @returns the screens and the stored lead */
  async function walk({ world, graph }: Suite, turns: Turn[], way: Way) {
    const id = `visit-${++visits}`;
    const { entry, arrival } = world;
    const record = recordAnswersWith({
      store: scriptedStore(store, script),
      applyPost: applyPostWith({
        perform: async ({ id: call }) => script.next(call),
        newClickId: () => undefined,
        now,
        siteTimeZone: "UTC",
      }),
      askFacts: async () => [],
      makeSubmission: submissionWith({ settings, build: "test", destinations: [], now, random: () => 0.5 }),
      onAlert() {},
      onStored() {},
      now,
      settings: world.settings,
    });
    const common = {
      entry,
      token: { id, survey: entry.variant.code, at: noon, arrival },
      arrival,
      caller: { sessionId: id, ip: "192.0.2.1", userAgent: "test", timeZone: "UTC" },
    };
    const ask = async (action: VisitCommand["action"], submit: boolean) => {
      try {
        const [recorded] = await record({ ...common, posts: [{ action }], submit });
        return recorded;
      } catch (error) {
        if (error instanceof StoreUnavailable) return "unsent" as const;
        throw error;
      }
    };
    /** What the server shows of a survey that is stored: its own last screen, until that is left, or its end. */
    const stored = async (ending: string | null): Promise<Screen> => {
      const { replay } = openVisit(entry, world.settings, storedLog(await store.visits.load(id)));
      const isLeft = ending === null && replay.snapshot.status !== "done";
      return isLeft ? { state: "thankYou", progress: null, errors: {} } : screenOf(replay.snapshot);
    };
    const screens: Screen[] = [screenOf(graph.start.snapshot)];
    let location = "";
    for (const [index, turn] of turns.entries()) {
      time = noon + (index + 1) * turnMs;
      script.begin(turn);
      let recorded = await ask({ answer: { step: turn.step, fields: turn.post } }, way === "forms");
      if (recorded !== "unsent" && isFinished(recorded)) recorded = await ask({ submit: true }, true);
      if (recorded !== "unsent" && recorded.kind === "posted") {
        location = recorded.location;
        screens.push(await stored(recorded.ending));
      } else {
        screens.push(shown(recorded));
      }
    }
    return { screens, location, lead: await store.leads.byOrigin(id) };
  }

  return {
    walk,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isFinished(recorded: Recorded): boolean {
  return recorded.kind === "moved" && recorded.state.replay.call?.id === "postLead";
}

function shown(recorded: Recorded | "unsent"): Screen {
  if (recorded === "unsent") return { state: "submitting.unsent", progress: 100, errors: {} };
  if (recorded.kind !== "moved" && recorded.kind !== "invalid") throw new Error(`answered ${recorded.kind}`);
  const screen = screenOf(recorded.state.replay.snapshot);
  return { ...screen, state: recorded.kind === "invalid" ? recorded.step : recorded.state.step };
}
