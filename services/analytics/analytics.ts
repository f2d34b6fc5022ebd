import type { ReadableStream } from "node:stream/web";
import type { ToReport } from "../experiments/report.ts";
import type { Report } from "../experiments/types.ts";
import type { TableFormat } from "../table-files/formats.ts";
import type { Breakdown, BreakdownName } from "./breakdown.ts";
import type { ExperimentNumbers } from "./experiment-numbers.ts";
import type { SourceOutcomes } from "./outcomes.ts";
import type { Overview, OverviewQuery } from "./overview.ts";
import type { Series, SeriesStep } from "./series.ts";
import type { Compared, DataKind, Numbers, Query } from "./types.ts";
import type { Beside, VisitList, VisitPage } from "./visit-list.ts";

/** Answers analysts' questions from memory; a visitor's request never waits for it. */
export interface Analytics {
  /**
   * The first question waits until the sessions are loaded, some seconds per million.
   * @throws AnalyticsUnavailable when they cannot be read and there are none from before
   */
  query(query: Query): Promise<Numbers>;
  compare(a: Query, b: Query): Promise<Compared>;
  /** Its sessions divided by one thing, or by two. */
  breakdown(query: Query, by: BreakdownName, and?: BreakdownName): Promise<Breakdown>;
  /** Its sessions by when they began. */
  series(query: Query, step: SeriesStep): Promise<Series>;
  /** All surveys beside one another, and their sessions by one dimension. */
  overview(query: OverviewQuery): Promise<Overview>;
  /** What became of the leads that a query counts, by source; null where its filters know more than outcomes do. */
  outcomes(query: Query): Promise<SourceOutcomes | null>;
  /** What the visits of an experiment came to, by arm and day. */
  experiment(id: string, data: DataKind): Promise<ExperimentNumbers>;
  /** What they say of its arms. */
  report(given: ToReport): Promise<Report>;
  /** The visits that a query counts, one page of them. */
  visits(query: Query, page: VisitPage): Promise<VisitList>;
  /** The visits next to one of them. */
  beside(query: Query, visitId: string): Promise<Beside>;
  /**
   * All sessions that a query counts as a file, one row a session, read from the store as it is taken. It fails in the
   * middle when the store does.
   * @param asked the query in an address's words
   */
  sessions(query: Query, asked: string, format: TableFormat): Promise<ReadableStream<Uint8Array>>;
  stop(): Promise<void>;
}

/** The numbers cannot be had right now; the message says why in plain words. */
export class AnalyticsUnavailable extends Error {
  override name = "AnalyticsUnavailable";
}
