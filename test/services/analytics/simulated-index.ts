import { variants } from "../../../machines/registry.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import { keptInMemory } from "./kept-in-memory.ts";

const made = new Map<string, Promise<SessionIndex>>();

/** An index of simulated sessions of two weeks, made once for all tests that only read it. */
export function simulatedIndex(code: string, sessions: number): Promise<SessionIndex> {
  const key = `${code} ${sessions}`;
  const index = made.get(key) ?? indexed(code, sessions);
  made.set(key, index);
  return index;
}

async function indexed(code: string, sessions: number): Promise<SessionIndex> {
  const [variant, until] = [variants.get(code)!, Date.UTC(2026, 5, 15)];
  const simulated = simulate({ sessions, seed: 3, variant, days: 14, until, day: dayCounter("UTC") });
  const index = new SessionIndex();
  await index.refresh(keptInMemory([...simulated].map(({ session }) => session)));
  return index;
}
