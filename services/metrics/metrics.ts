import { setTimeout as pause } from "node:timers/promises";
import type { PostLimits } from "../post-limits.ts";
import type { Store } from "../store/types.ts";
import { watchProcess } from "./process.ts";
import { createRegistry } from "./registry.ts";

/** How a process ends that was not told to: by a signal, with an exit code other than 0, or with 0. */
export const endings = ["signal", "failure", "exit"] as const;

/** A store that says nothing for so long is not ready, in milliseconds; whoever reads metrics does not wait long. */
const readyWithinMs = 1_500;

/** What is counted. Labels take few values and never a visitor's: codes, steps' outcomes, our own names. */
export function createMetrics() {
  const registry = createRegistry();
  return {
    requests: registry.histogram<"route" | "method" | "status">(
      "claimpath_request_duration_seconds",
      "Requests by route and status, and how long they took.",
    ),
    /** `outcome` is what became of it: moved to another step, invalid, stale, foreign, tooMany, posted, replayed. */
    answers: registry.counter<"variant" | "outcome">(
      "claimpath_answers_total",
      "Answers, Back and last posts by variant and what became of them.",
    ),
    leads: registry.counter<"variant" | "qualified">(
      "claimpath_leads_total",
      "Stored leads by variant and whether they qualify.",
    ),
    calls: registry.histogram<"provider" | "outcome">(
      "claimpath_provider_duration_seconds",
      "Calls of outside services and deliveries by outcome, and how long they took.",
    ),
    storeUnavailable: registry.counter<never>(
      "claimpath_store_unavailable_total",
      "Requests answered 503 because the store was in trouble.",
    ),
    postsRefused: registry.counter<"route">(
      "claimpath_posts_refused_total",
      "Posts answered 429 because of the limits per address and in all.",
    ),
    /** `outcome`: asked, or what became of a proof that was brought (`ProofOutcome`). */
    proofs: registry.counter<"outcome">(
      "claimpath_proofs_of_work_total",
      "Proofs of work asked for in floods, and what became of those that were brought.",
    ),
    /** Counted by whoever starts them again; `reason` as `endings` has them. */
    workerRestarts: registry.counter<"reason">(
      "claimpath_worker_restarts_total",
      "Processes of several that ended unasked and are replaced, by how they ended.",
      endings.map((reason) => ({ reason })),
    ),
    cspReports: registry.counter<"directive">(
      "claimpath_csp_reports_total",
      "Reports of browsers that the content security policy kept something from a page.",
    ),
    /** Shows whether this process is in a flood; each finds out by itself. */
    watchFloods({ isFlooded }: Pick<PostLimits, "isFlooded">): void {
      registry.gauge("claimpath_flooded", "1 while posts in all are over their limit.", "max", async () => [
        [{}, isFlooded() ? 1 : 0],
      ]);
    },
    /** Shows what stands in the store, which is the same in all processes, and whether this one reaches it. */
    watchStore({ outbox, ready }: Pick<Store, "outbox" | "ready">, now: () => number): void {
      // Counted once for all who ask at the same time.
      let counting: ReturnType<Store["outbox"]["depth"]> | undefined;
      const depth = () => {
        counting ??= outbox.depth().finally(() => {
          counting = undefined;
        });
        return counting;
      };
      registry.gauge(
        "claimpath_store_ready",
        "1 while the store answers and is migrated.",
        "min",
        async () => [[{}, (await soon(ready())) ? 1 : 0]],
      );
      registry.gauge("claimpath_outbox_messages", "Messages by destination and status.", "any", async () =>
        (await depth()).map(({ count, destination, status }) => [{ destination, status }, count]),
      );
      registry.gauge(
        "claimpath_outbox_oldest_seconds",
        "Age of the oldest message that waits.",
        "any",
        async () =>
          (await depth())
            .filter(({ status }) => status === "waiting")
            .map(({ destination, oldestAt }) => [{ destination }, (now() - oldestAt) / 1000]),
      );
    },
    watchProcess: () => watchProcess(registry),
    names: registry.names,
    text: registry.text,
  };
}

function soon(ready: Promise<boolean>): Promise<boolean> {
  const late = pause(readyWithinMs, false, { ref: false });
  return Promise.race([ready, late]);
}

export type Metrics = ReturnType<typeof createMetrics>;
