import { StoreUnavailable } from "../../../store/engine/failures.ts";
import type { NumbersStore } from "../tables/numbers.ts";
import { Dictionary, Sessions, words } from "./sessions.ts";
import { Sources } from "./sources.ts";
import { Traces } from "./traces.ts";
import { Views } from "./views.ts";

/** Rows read from the store at a time. */
const pageSize = 5_000;
/** A reason is stored in one byte. */
const maxReason = 255;

/** All sessions and first views in memory, column by column. `refresh` adds what is new; queries live elsewhere. */
export class SessionIndex {
  readonly sources = new Sources();
  readonly traces = new Traces();
  readonly reasons = new Dictionary();
  private readonly variants = new Map<number, Sessions>();
  /** By session id: its position among its variant's sessions plus one, 0 if it is not in memory. */
  private readonly positions = words();
  private readonly views = new Map<number, Views>();
  /** The same for first views. */
  private readonly viewPositions = words();
  private lastChange: number;
  private lastViewChange = 0;
  private total = 0;
  /** True if older sessions were left out. */
  readonly isPartial: boolean;

  /** @param lastChange changes up to this one are left out; 0 reads everything */
  constructor(lastChange = 0) {
    this.lastChange = lastChange;
    this.isPartial = lastChange > 0;
  }

  ofVariant(code: string): Sessions | undefined {
    const number = this.sources.variants.find(code);
    return number === undefined ? undefined : this.variants.get(number);
  }

  viewsOfVariant(code: string): Views | undefined {
    const number = this.sources.variants.find(code);
    return number === undefined ? undefined : this.views.get(number);
  }

  /** The newest change read so far, of sessions and of views. */
  get newestChange(): number {
    return this.lastChange;
  }
  get newestViewChange(): number {
    return this.lastViewChange;
  }

  get count(): number {
    return this.total;
  }

  /** Reads the first views written since the last call. */
  async refreshViews(
    store: Pick<NumbersStore, "sourcesSince" | "tracesSince">,
    firstViews: Pick<NumbersStore["views"], "since">,
  ): Promise<void> {
    for (;;) {
      const rows = await firstViews.since(this.lastViewChange, pageSize);
      await this.readShared(store);
      for (const row of rows) {
        const source = this.sources.numberOf(row.sourceId);
        if (source === undefined) continue;
        const variant = this.sources.variant.values[source]!;
        const views = this.views.get(variant) ?? new Views();
        this.views.set(variant, views);
        const known = row.id < this.viewPositions.length ? this.viewPositions.values[row.id]! : 0;
        const at = known > 0 ? known - 1 : views.count;
        views.put(at, row, source);
        this.viewPositions.set(row.id, at + 1);
      }
      this.lastViewChange = rows.at(-1)?.change ?? this.lastViewChange;
      if (rows.length < pageSize) return;
    }
  }

  /** Reads the sessions written since the last call. */
  async refresh(store: Pick<NumbersStore, "sessionsSince" | "sourcesSince" | "tracesSince">): Promise<void> {
    for (;;) {
      const rows = await store.sessionsSince(this.lastChange, pageSize);
      // Read after the sessions, so that everything they refer to has been written.
      await this.readShared(store);
      for (const row of rows) {
        const source = this.sources.numberOf(row.sourceId);
        const trace = this.traces.numberOf(row.traceId);
        if (source === undefined || trace === undefined) continue;
        const moves = this.traces.movesOf(trace);
        const answers = this.traces.answers.values[trace]!;
        const dqReason = Math.min(maxReason, this.reasons.idOf(row.dqReason));
        const variant = this.sources.variant.values[source]!;
        const sessions = this.variants.get(variant) ?? new Sessions();
        this.variants.set(variant, sessions);
        const known = this.positions.values[row.id] ?? 0;
        const at = known > 0 && row.id < this.positions.length ? known - 1 : sessions.count;
        if (at === sessions.count) this.total += 1;
        else this.sources.removeSession(sessions.source.values[at]!, sessions.dqReason.values[at]!);
        this.sources.addSession(source, dqReason, row);
        sessions.put(at, row, { source, trace, moves, answers, dqReason });
        this.positions.set(row.id, at + 1);
      }
      this.lastChange = rows.at(-1)?.change ?? this.lastChange;
      if (rows.length < pageSize) return;
    }
  }

  private async readShared(store: Pick<NumbersStore, "sourcesSince" | "tracesSince">): Promise<void> {
    for (;;) {
      const sources = await store.sourcesSince(this.sources.lastId, pageSize);
      for (const source of sources) this.sources.add(source);
      if (sources.length < pageSize) break;
    }
    for (;;) {
      const traces = await store.tracesSince(this.traces.lastId, pageSize);
      for (const trace of traces) this.traces.add(trace);
      if (traces.length < pageSize) break;
    }
  }
}

/** Numbers are read again when they are older than this, in milliseconds. */
const staleMs = 1_000;

type Options = {
  /** How many sessions are in memory at most: the newest. */
  maxSessions?: number;
  /** The time up to which everything committed can be read, epoch milliseconds; null for now. */
  knownUntil?: () => Promise<number | null>;
  firstViews?: Pick<NumbersStore["views"], "since" | "lastChange">;
};

const noViews: Options["firstViews"] & {} = { lastChange: async () => 0, since: async () => [] };

/**
 * The index as it is now: each call reads what is new if the last reading is stale. If the store is unavailable it returns
 * the last known index; `asOf` is the time when that was complete.
 */
export function freshIndex(
  store: Pick<NumbersStore, "lastChange" | "sessionsSince" | "sourcesSince" | "tracesSince">,
  now: () => number,
  {
    maxSessions = Number.POSITIVE_INFINITY,
    knownUntil = async () => null,
    firstViews = noViews,
  }: Options = {},
): () => Promise<{ index: SessionIndex; asOf: number }> {
  let index: SessionIndex | undefined;
  let asOf = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = async () => {
    askedAt = now();
    // Leaves some room beyond the limit, so that the index is not rebuilt for every new session.
    const isFull = index && index.count > maxSessions * 1.1;
    // Asked first, because everything read afterwards is at least as new.
    const until = Math.min(askedAt, (await knownUntil()) ?? askedAt);
    const newest = await store.lastChange();
    // After a failover the store may have lost its newest changes, whose numbers it then gives to other ones.
    const continues =
      index &&
      !isFull &&
      newest >= index.newestChange &&
      (await firstViews.lastChange()) >= index.newestViewChange;
    const taken = continues ? index! : new SessionIndex(Math.max(0, newest - maxSessions));
    await taken.refresh(store);
    await taken.refreshViews(store, firstViews);
    [index, asOf] = [taken, until];
  };
  return async () => {
    if (now() - askedAt >= staleMs || !index) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
    }
    await reading?.catch((error) => {
      if (!index || !(error instanceof StoreUnavailable)) throw error;
    });
    return { index: index!, asOf };
  };
}
