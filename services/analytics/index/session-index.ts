import type { AnalyticsStore } from "../../store/analytics/analytics.ts";
import type { FirstViews } from "../../store/analytics/first-views.ts";
import { Dictionary, words } from "./column.ts";
import { Sessions } from "./sessions.ts";
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
    store: Pick<AnalyticsStore, "sourcesSince" | "tracesSince">,
    firstViews: Pick<FirstViews, "since">,
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
  async refresh(
    store: Pick<AnalyticsStore, "sessionsSince" | "sourcesSince" | "tracesSince">,
  ): Promise<void> {
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

  private async readShared(store: Pick<AnalyticsStore, "sourcesSince" | "tracesSince">): Promise<void> {
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
