import type { Connection } from "../store/engine/connection.ts";
import { repeatedVisits } from "../store/leads/crossed-arms.ts";
import { type ArmDays, armDaysOf } from "./index/arm-days.ts";
import type { SessionIndex } from "./index/session-index.ts";
import { readArm } from "./source.ts";
import type { DataKind } from "./types.ts";

export type ExperimentNumbers = ArmDays & {
  /** Visits of browsers drawn into more than one arm, because the experiment was altered between them. */
  crossedByArms: number;
  /** Everything up to this time is counted; epoch milliseconds. */
  asOf: number;
};

export async function experimentNumbers(
  connection: Connection,
  { index, asOf }: { index: SessionIndex; asOf: number },
  experiment: string,
  data: DataKind,
): Promise<ExperimentNumbers> {
  const counted = armDaysOf(index, experiment, data);
  // Simulated sessions belong to no browser.
  const visits = data === "simulated" ? [] : await repeatedVisits(connection, experiment);
  return { ...counted, crossedByArms: inTwoArms(visits, experiment), asOf };
}

function inTwoArms(visits: readonly { sessionId: string; flags: string }[], experiment: string): number {
  const byBrowser = new Map<string, string[]>();
  for (const { sessionId, flags } of visits) {
    const arm = readArm(flags);
    if (arm?.experiment === experiment)
      byBrowser.set(sessionId, [...(byBrowser.get(sessionId) ?? []), arm.arm]);
  }
  return [...byBrowser.values()]
    .filter((arms) => new Set(arms).size > 1)
    .reduce((sum, arms) => sum + arms.length, 0);
}
