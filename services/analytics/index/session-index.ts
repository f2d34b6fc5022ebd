import type { AnalyticsStore } from "../../store/analytics.ts";
import type { FirstViews } from "../../store/first-views.ts";
import { Dictionary, words } from "./column.ts";
import { Sessions } from "./sessions.ts";
import { Sources } from "./sources.ts";
import { Traces } from "./traces.ts";
import { Views } from "./views.ts";

/** So many rows are read at a time. */
const page = 5_000;
/** So many sessions are held at most, about 250 MB; of more the newest. */
export const mostSessions = 4_000_000;
/** One byte tells a reason. */
const mostReasons = 255;

/** Everything that is asked about, in memory. Grows by `refresh`; knows nothing of how it is asked. */
export class SessionIndex {
  readonly sources = new Sources();
  readonly traces = new Traces();
  readonly reasons = new Dictionary();
  private readonly variants = new Map<number, Sessions>();
  /** Where each session is among its variant's, by its id and one more: 0 for one that is not held. */
  private readonly places = words();
  private readonly views = new Map<number, Views>();
  /** The same of views, by their ids. */
  private readonly viewPlaces = words();
  private lastChange: number;
  private lastViewChange = 0;
  private held = 0;
  readonly isPartial: boolean;

  /** @param lastChange the newest change that is left out, 0 for none */
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

  /** The newest change that was taken up, of sessions and of views. */
  get newestChange(): number {
    return this.lastChange;
  }
  get newestViewChange(): number {
    return this.lastViewChange;
  }

  get count(): number {
    return this.held;
  }

  /** Takes up what views were written since the last time. */
  async refreshViews(
    store: Pick<AnalyticsStore, "sourcesSince" | "tracesSince">,
    firstViews: Pick<FirstViews, "since">,
  ): Promise<void> {
    for (;;) {
      const rows = await firstViews.since(this.lastViewChange, page);
      await this.readShared(store);
      for (const row of rows) {
        const source = this.sources.numberOf(row.sourceId);
        if (source === undefined) continue;
        const variant = this.sources.variant.values[source]!;
        const views = this.views.get(variant) ?? new Views();
        this.views.set(variant, views);
        const known = row.id < this.viewPlaces.length ? this.viewPlaces.values[row.id]! : 0;
        const at = known > 0 ? known - 1 : views.count;
        views.put(at, row, source);
        this.viewPlaces.set(row.id, at + 1);
      }
      this.lastViewChange = rows.at(-1)?.change ?? this.lastViewChange;
      if (rows.length < page) return;
    }
  }

  /** Takes up what sessions were written since the last time. */
  async refresh(
    store: Pick<AnalyticsStore, "sessionsSince" | "sourcesSince" | "tracesSince">,
  ): Promise<void> {
    for (;;) {
      const rows = await store.sessionsSince(this.lastChange, page);
      // Asked after the sessions: what these refer to was written with them or before.
      await this.readShared(store);
      for (const row of rows) {
        const source = this.sources.numberOf(row.sourceId);
        const trace = this.traces.numberOf(row.traceId);
        if (source === undefined || trace === undefined) continue;
        const left = this.traces.nodesLeft(trace);
        const dqReason = Math.min(mostReasons, this.reasons.idOf(row.dqReason));
        const variant = this.sources.variant.values[source]!;
        const sessions = this.variants.get(variant) ?? new Sessions();
        this.variants.set(variant, sessions);
        const known = this.places.values[row.id] ?? 0;
        const at = known > 0 && row.id < this.places.length ? known - 1 : sessions.count;
        if (at === sessions.count) this.held += 1;
        sessions.put(at, row, { source, trace, left, dqReason });
        this.places.set(row.id, at + 1);
      }
      this.lastChange = rows.at(-1)?.change ?? this.lastChange;
      if (rows.length < page) return;
    }
  }

  private async readShared(store: Pick<AnalyticsStore, "sourcesSince" | "tracesSince">): Promise<void> {
    for (;;) {
      const sources = await store.sourcesSince(this.sources.lastId, page);
      for (const source of sources) this.sources.add(source);
      if (sources.length < page) break;
    }
    for (;;) {
      const traces = await store.tracesSince(this.traces.lastId, page);
      for (const trace of traces) this.traces.add(trace);
      if (traces.length < page) break;
    }
  }
}
