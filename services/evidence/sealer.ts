import { startWorkLoop, type WorkLoop } from "../delivery/work-loop.ts";
import { errorName, type Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { WitnessSettings } from "../settings/receivers.ts";
import { type ConsentLog, sealBatch } from "../store/consents/consent-log.ts";
import type { KeptHead } from "../store/rows.ts";
import type { LogKey } from "../transparency/signed-note.ts";
import { type Witness, witnessesOf } from "./witnesses.ts";

const pollMs = 1_000;

export type SealerOptions = {
  consentLog: ConsentLog;
  key: LogKey;
  settings: WitnessSettings;
  log: Log;
  metrics: Pick<Metrics, "witnessFailures">;
};

/**
 * Takes new consents into their log every second, and as soon as one batch is full the next; hands signed heads to the
 * witnesses. Every process tries, and the store lets one at a time.
 */
export function startSealer({ consentLog, key, settings, log, metrics }: SealerOptions): WorkLoop {
  const witnesses = witnessesOf(settings);

  async function tell(witness: Witness, { note, size }: KeptHead): Promise<void> {
    try {
      const { stamp } = await witness.keep(note);
      if (stamp) await consentLog.keepStamp(size, stamp);
    } catch (error) {
      // The next head says all that this one does.
      metrics.witnessFailures.inc({ witness: witness.name });
      log("consent_log.witness_failed", { destination: witness.name, error: errorName(error) });
    }
  }

  return startWorkLoop<KeptHead>({
    async claim() {
      for (let taken = sealBatch; taken === sealBatch; ) taken = (await consentLog.seal(key))?.taken ?? 0;
      if (witnesses.length === 0) return [];
      const head = await consentLog.takeDueHead(settings.everyMs);
      return head ? [head] : [];
    },
    run: async (head) => void (await Promise.all(witnesses.map((witness) => tell(witness, head)))),
    concurrency: 2,
    pollMs,
    onError: (error) => log("consent_log.failed", { error: errorName(error) }),
  });
}
