import { silentLog } from "../../observe/log.ts";
import { analyticsIn } from "../../store/analytics.ts";
import { openConnection } from "../../store/connection.ts";
import { replicatedUntil } from "../../store/replica.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

/** Looks at the replica that the analysts' numbers are read from, where there is one. */
export async function lookAtReplica(url: string | undefined, now: () => number): Promise<Finding[]> {
  if (url === undefined) return [];
  const connection = await openConnection(url, silentLog, { poolSize: 2 });
  try {
    await analyticsIn(connection).lastChange();
    const until = await replicatedUntil(connection);
    if (until === null) return [ok("The replica answers and is up to date.")];
    const seconds = Math.round((now() - until) / 1000);
    return [note(`The replica answers; it may lack the last ${seconds} s.`)];
  } catch (error) {
    const { message } =
      error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    return [wrong(`The numbers cannot be read from the replica (${message}).`)];
  } finally {
    await connection.close();
  }
}
