import type { Variant } from "../../../machines/variant.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import type { AnalyticsSession, NewEntry } from "../../../services/store/rows.ts";
import { openStore } from "../../../services/store/store.ts";
import { machineVersion } from "../../../services/visits/machine-version.ts";
import { dataKey } from "../../support/sealed.ts";

const dayMs = 86_400_000;

/**
 * Records visits that nobody made in a store, logs and sessions, as if people had made them in the last weeks. Their leads
 * are in no list: only the visits name them.
 * @param url of the database, which nothing else writes to
 */
export async function recordVisits(
  url: string,
  { variant, sessions, seed }: { variant: Required<Variant>; sessions: number; seed: number },
  keys: string = dataKey,
): Promise<void> {
  let at = 0;
  const hashKey = "a key of tests that is long enough";
  const store = await openStore({ url, now: () => at, log: silentLog, hashKey, dataKeys: [keys] });
  const connection = await openConnection(url, silentLog);
  const day = (time: number) => Math.floor(time / dayMs);
  const leads: string[] = [];
  const waiting: (AnalyticsSession & { visitId: string })[] = [];
  for (const made of simulate({ sessions, seed, variant, days: 20, until: Date.now(), day })) {
    const { log, session } = made;
    at = log.at(-1)!.at;
    const id = uuid7(log[0]!.at);
    const visit = { id, sessionId: id, variant: variant.code, machineVersion: machineVersion(variant) };
    await store.visits.append(visit, 0, log as unknown as NewEntry[]);
    waiting.push({ ...session, visitId: id, source: { ...session.source, simulated: false } });
    if (session.result === "qualified" || session.result === "disqualified") leads.push(id);
  }
  for (let from = 0; from < waiting.length; from += 500) {
    await store.analytics.add(waiting.slice(from, from + 500));
    await connection.write(async (trx) => {
      const some = waiting.slice(from, from + 500).map(({ visitId }) => visitId);
      await trx
        .updateTable("visits")
        .set((eb) => ({ rolledLength: eb.ref("logLength") }))
        .where("id", "in", some)
        .execute();
    });
  }
  for (let from = 0; from < leads.length; from += 500) {
    const some = leads.slice(from, from + 500);
    await connection.write(async (trx) => {
      await trx
        .updateTable("visits")
        .set((eb) => ({ leadId: eb.ref("id") }))
        .where("id", "in", some)
        .execute();
    });
  }
  await connection.close();
  await store.close();
}
