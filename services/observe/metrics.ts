import { setTimeout as pause } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { allFeatures } from "../features.ts";

/** The ends of calls to one outside service, or of deliveries to one receiver. */
export type CallCount = { provider: string; calls: number; failed: number; outcomes: Record<string, number> };

/** A buyer's refusal is an answer. */
const answers = ["answered", "accepted", "duplicate", "rejected"];

/** Calls of this process since it began, the most frequently failed first. */
export async function callCounts({ calls }: Pick<Metrics, "calls">): Promise<CallCount[]> {
  const counts = new Map<string, CallCount>();
  for (const { metricName, labels, value } of (await calls.get()).values) {
    if (!metricName?.endsWith("_count")) continue;
    const provider = String(labels.provider);
    const outcome = String(labels.outcome);
    const known = counts.get(provider) ?? { provider, calls: 0, failed: 0, outcomes: {} };
    known.calls += value;
    if (!answers.includes(outcome)) known.failed += value;
    known.outcomes[outcome] = value;
    counts.set(provider, known);
  }
  return [...counts.values()].sort((one, other) => other.failed / other.calls - one.failed / one.calls);
}

/** The part of the store that gauges read. `oldestAt`: epoch milliseconds. */
type MonitoredStore = {
  consentLog: { unsealedSince(): Promise<number | undefined> };
  outbox: { depth(): Promise<{ destination: string; status: string; count: number; oldestAt: number }[]> };
  pauses: { list(): Promise<{ destination: string; at: number }[]> };
  bookkeeping: { behind(): Promise<Record<string, { since: number | undefined }>> };
  ready(): Promise<boolean>;
  size(): Promise<number>;
};

/** A store that takes longer to answer is not ready, in milliseconds; Prometheus gives up on a scrape after 10 s. */
const storeTimeoutMs = 1_500;

/** Labels have few values and never a visitor's text: codes, outcomes and names of our own. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  /** `outcome`: listed, or refused where a proof of work was required. */
  const optOuts = new Counter({
    name: "claimpath_opt_outs_total",
    help: "Opt-outs by the do-not-sell form, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  // A series that first appears with its first event shows no increase.
  for (const outcome of ["listed", "refused"]) optOuts.inc({ outcome }, 0);
  const consoleVoids = new Counter({
    name: "claimpath_console_voids_total",
    help: "How often somebody of the console has made a colleague's password and second factor void.",
    registers,
  });
  const ofFeatures = Object.fromEntries(
    allFeatures.flatMap(({ counters = {} }) =>
      Object.entries(counters).map(([name, help]) => [name, new Counter({ name, help, registers })] as const),
    ),
  );
  return {
    requests: new Histogram({
      name: "claimpath_request_duration_seconds",
      help: "Time taken to answer requests, by route, method and status.",
      labelNames: ["route", "method", "status"],
      registers,
    }),
    /** `outcome`: moved to another step, invalid, stale, foreign, tooMany, posted or replayed. */
    answers: new Counter({
      name: "claimpath_answers_total",
      help: "Answers, uses of Back and final posts, by variant and outcome.",
      labelNames: ["variant", "outcome"],
      registers,
    }),
    leads: new Counter({
      name: "claimpath_leads_total",
      help: "Leads stored, by variant and whether they qualify.",
      labelNames: ["variant", "qualified"],
      registers,
    }),
    calls: new Histogram({
      name: "claimpath_provider_duration_seconds",
      help: "Time taken by calls to outside services and by deliveries, by outcome.",
      labelNames: ["provider", "outcome"],
      registers,
    }),
    storeUnavailable: new Counter({
      name: "claimpath_store_unavailable_total",
      help: "Requests answered 503 because the store was unavailable.",
      registers,
    }),
    postsRefused: new Counter({
      name: "claimpath_posts_refused_total",
      help: "Posts answered 429 because of the limit per address or the overall limit.",
      labelNames: ["route"],
      registers,
    }),
    wrongTokens: new Counter({
      name: "claimpath_wrong_tokens_total",
      help: "Analysts' tokens that were not the right one.",
      registers,
    }),
    /** `share`: network, part (such as one exchange of numbers), all, or unknown where the store could not say. */
    budgetRefusals: new Counter({
      name: "claimpath_budget_refusals_total",
      help: "Paid look-ups and texts not made because a budget was used up, by which.",
      labelNames: ["what", "share"],
      registers,
    }),
    /** `kind`: page, next, form or json. */
    requestsRefused: new Counter({
      name: "claimpath_requests_refused_total",
      help: "Requests answered 503 because the process was overloaded.",
      labelNames: ["kind"],
      registers,
    }),
    /** `outcome`: asked, or a `ProofOutcome`. */
    proofs: new Counter({
      name: "claimpath_proofs_of_work_total",
      help: "Proofs of work requested during floods, and the outcome of those received.",
      labelNames: ["outcome"],
      registers,
    }),
    optOuts,
    consoleVoids,
    /** Counters of features, by their names. */
    ofFeatures,
    /** `witness`: file, url, email or timestamp. */
    witnessFailures: new Counter({
      name: "claimpath_witness_failures_total",
      help: "Signed heads of the consent log that a witness could not be given.",
      labelNames: ["witness"],
      registers,
    }),
    unrecorded: new Counter({
      name: "claimpath_deliveries_unrecorded_total",
      help: "Deliveries whose end could not be recorded, so that they are sent again, by destination.",
      labelNames: ["destination"],
      registers,
    }),
    cspReports: new Counter({
      name: "claimpath_csp_reports_total",
      help: "Content security policy violations reported by browsers, by directive.",
      labelNames: ["directive"],
      registers,
    }),
    pageFailures: new Counter({
      name: "claimpath_page_failures_total",
      help: "Pages that failed to come alive (lost) or were drawn again for it (redrawn), as browsers report them.",
      labelNames: ["fate"],
      registers,
    }),
    /** Adds whether this process sees a flood; each one decides for itself. */
    addFloodGauge({ isFlooded }: { isFlooded(): boolean }): void {
      new Gauge({
        name: "claimpath_flooded",
        help: "1 while all posts together exceed their limit.",
        registers,
        collect() {
          this.set(isFlooded() ? 1 : 0);
        },
      });
    },
    /** Adds how many leads this process has acknowledged that the store has lost (services/store/history.ts). */
    addLostLeadsGauge(lost: () => number): void {
      new Gauge({
        name: "claimpath_store_lost_leads",
        help: "Leads that were acknowledged and are not in the store any more.",
        registers,
        collect() {
          this.set(lost());
        },
      });
    },
    /** Adds how many requests wait for this process. */
    addWaitingGauge(waiting: () => number): void {
      new Gauge({
        name: "claimpath_requests_waiting",
        help: "Requests that wait because others came first.",
        registers,
        collect() {
          this.set(waiting());
        },
      });
    },
    /** Adds what is in the store, and whether this process can reach it. What cannot be read in time is left out. */
    addStoreGauges(
      { outbox, pauses, consentLog, bookkeeping, ready, size }: MonitoredStore,
      now: () => number,
    ): void {
      new Gauge({
        name: "claimpath_store_ready",
        help: "1 while the store answers and its schema is up to date.",
        registers,
        async collect() {
          this.set((await inTime(ready(), false)) ? 1 : 0);
        },
      });
      new Gauge({
        name: "claimpath_store_bytes",
        help: "Size of the database on its disk; left out where it cannot be read.",
        registers,
        async collect() {
          const bytes = await inTime(size(), undefined);
          this.remove();
          if (bytes !== undefined) this.set(bytes);
        },
      });
      new Gauge({
        name: "claimpath_consents_unsealed_seconds",
        help: "Age of the oldest consent that is not in the log yet; 0 where all are.",
        registers,
        async collect() {
          const since = await inTime(consentLog.unsealedSince(), undefined);
          this.set(since === undefined ? 0 : Math.max(0, (now() - since) / 1000));
        },
      });
      new Gauge({
        name: "claimpath_sales_behind_seconds",
        help: "How long ago the oldest sale was recorded that is in no book yet (books), or news of a lead that a feature has not read yet (its name); 0 where all is done.",
        labelNames: ["step"],
        registers,
        async collect() {
          const behind = await inTime(bookkeeping.behind(), undefined);
          this.reset();
          for (const [step, { since }] of Object.entries(behind ?? {}))
            this.set({ step }, since === undefined ? 0 : Math.max(0, (now() - since) / 1000));
        },
      });
      new Gauge({
        name: "claimpath_pause_seconds",
        help: "For how long people of the console have paused a destination.",
        labelNames: ["destination"],
        registers,
        async collect() {
          const paused = await inTime(pauses.list(), []);
          this.reset();
          for (const { destination, at } of paused)
            this.set({ destination }, Math.max(0, (now() - at) / 1000));
        },
      });
      // One count serves every gauge and every simultaneous scrape.
      let counting: ReturnType<MonitoredStore["outbox"]["depth"]> | undefined;
      const depth = () => {
        counting ??= outbox.depth().finally(() => {
          counting = undefined;
        });
        return inTime(counting, []);
      };
      new Gauge({
        name: "claimpath_outbox_messages",
        help: "Messages in the outbox, by destination and status.",
        labelNames: ["destination", "status"],
        registers,
        async collect() {
          const counts = await depth();
          this.reset();
          for (const { destination, status, count } of counts) this.set({ destination, status }, count);
        },
      });
      new Gauge({
        name: "claimpath_outbox_oldest_seconds",
        help: "Age of the oldest message waiting in the outbox, by destination.",
        labelNames: ["destination"],
        registers,
        async collect() {
          const waiting = (await depth()).filter(({ status }) => status === "waiting");
          this.reset();
          for (const { destination, oldestAt } of waiting)
            this.set({ destination }, (now() - oldestAt) / 1000);
        },
      });
    },
    /** Adds prom-client's own metrics of this process. */
    addProcessMetrics(): void {
      collectDefaultMetrics({ register: registry });
    },
    text: (): Promise<string> => registry.metrics(),
  };
}

/** What `reading` resolves to, or `fallback` if it fails or takes too long. */
function inTime<Reading>(reading: Promise<Reading>, fallback: Reading): Promise<Reading> {
  const late = pause(storeTimeoutMs, fallback, { ref: false });
  return Promise.race([reading.catch(() => fallback), late]);
}

export type Metrics = ReturnType<typeof createMetrics>;
