import type { ReadableStream } from "node:stream/web";
import type { ToReport } from "../experiments/report.ts";
import type { Report } from "../experiments/types.ts";
import type { TableFormat } from "../table-files/formats.ts";
import type { Against, Breakdown, BreakdownName } from "./breakdown.ts";
import type { ExperimentNumbers } from "./experiment-numbers.ts";
import type { SourceOutcomes } from "./outcomes.ts";
import type { Overview, OverviewQuery } from "./overview.ts";
import type { Outage, Series, SeriesAbout, SeriesStep } from "./series.ts";
import type { Compared, DataKind, Numbers, Query } from "./types.ts";
import type { Beside, VisitList, VisitPage } from "./visit-list.ts";

/** Answers analysts' questions from memory; a visitor's request never waits for it. */
export interface Analytics {
  /**
   * The first call waits until the sessions are loaded, a few seconds per million.
   * @throws AnalyticsUnavailable if they cannot be read and none were loaded before
   */
  query(query: Query): Promise<Numbers>;
  compare(a: Query, b: Query): Promise<Compared>;
  /** The sessions of a query, broken down by one dimension or by two, and compared with one group or with all others. */
  breakdown(query: Query, by: BreakdownName, and?: BreakdownName, against?: Against): Promise<Breakdown>;
  /** The sessions of a query, by the hour, day or week in which they began, and one part of the survey by the same. */
  series(query: Query, step: SeriesStep, about?: SeriesAbout): Promise<Series>;
  /** Hours in which services failed much more often than they do. */
  outages(query: Query): Promise<Outage[]>;
  /** All surveys side by side, and their sessions by one dimension. */
  overview(query: OverviewQuery): Promise<Overview>;
  /** Outcomes of the leads that a query counts, by source; null if its filters cannot apply to outcomes. */
  outcomes(query: Query): Promise<SourceOutcomes | null>;
  /** Results of an experiment's visits, by arm and day. */
  experiment(id: string, data: DataKind): Promise<ExperimentNumbers>;
  /** What those results say about the experiment's arms. */
  report(given: ToReport): Promise<Report>;
  /** One page of the visits that a query counts. */
  visits(query: Query, page: VisitPage): Promise<VisitList>;
  /** The visits before and after one of them in that list. */
  beside(query: Query, visitId: string): Promise<Beside>;
  /**
   * All sessions that a query counts, as a file with one row per session. The store is read while the file is
   * streamed, so a store that fails breaks it off midway.
   * @param asked the query as URL parameters
   */
  sessions(query: Query, asked: string, format: TableFormat): Promise<ReadableStream<Uint8Array>>;
  stop(): Promise<void>;
}

/** Thrown when the numbers are not available right now; the message says why in plain words. */
export class AnalyticsUnavailable extends Error {
  override name = "AnalyticsUnavailable";
}
