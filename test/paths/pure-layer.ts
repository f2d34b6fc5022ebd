import { type LogEntry, readLog } from "../../machines/visit/log.ts";
import { replay } from "../../machines/visit/replay.ts";
import { noon } from "../support/lead-facts.ts";
import { type Screen, screenOf } from "./model/run-path.ts";
import type { Suite } from "./model/suite.ts";
import type { Turn } from "./turns.ts";

/** The first turn begins at noon, each later one this much later, in milliseconds. */
export const turnMs = 5000;

/**
 * Turns through the log and its replay alone: what the server believes, without a server.
 * @param watch whether the screens between are wanted: each costs a replay
 */
export function walkLog(
  { model, world }: Pick<Suite, "model" | "world">,
  turns: Turn[],
  { watch = true } = {},
) {
  const log: LogEntry[] = [{ at: noon, kind: "entry", body: world.arrival }];
  const stand = () => replay(model.machine, model.input, readLog(log).trail).snapshot;
  const screens: Screen[] = [screenOf(stand())];
  turns.forEach(({ step, answers, outcomes }, index) => {
    const at = noon + (index + 1) * turnMs;
    log.push({ at, kind: "answer", body: { step, answers } });
    for (const outcome of outcomes) log.push({ at, kind: "outcome", body: outcome });
    if (watch) screens.push(screenOf(stand()));
  });
  return { screens, context: stand().context, log };
}
