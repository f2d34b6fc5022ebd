import { setTimeout } from "node:timers/promises";
import type { PostgresServer } from "../../test/support/postgres.ts";
import { serverCpuMs } from "./server-counters.ts";

const lookMs = 40;
/** A server that had nothing to do may catch up for so long. */
const burstMs = 250;

/**
 * Makes a server as slow as a machine with this share of a processor: whenever it has used more, all of its processes are
 * stopped until it has earned them. So several servers come to their limits on a machine that is itself a small one.
 * @returns ends that
 */
export function asSmallServer(server: PostgresServer, share: number): () => Promise<void> {
  let over = false;
  const loop = async () => {
    let [used, at, earned] = [await serverCpuMs(server), performance.now(), 0];
    let goOn: (() => void) | undefined;
    while (!over) {
      await setTimeout(lookMs);
      const [usedNow, now] = [await serverCpuMs(server), performance.now()];
      earned = Math.min(earned + (now - at) * share - (usedNow - used), burstMs * share);
      [used, at] = [usedNow, now];
      if (earned < 0 && !goOn) goOn = await server.freeze();
      else if (earned >= 0 && goOn) {
        goOn();
        goOn = undefined;
      }
    }
    goOn?.();
  };
  const running = loop();
  return () => {
    over = true;
    return running;
  };
}
