/** The thread that holds the index: a query takes tenths of a second, too long to hold up visitors. */
import { ReadableStream } from "node:stream/web";
import { parentPort, workerData } from "node:worker_threads";
import { showDrafts } from "../../../machines/registry.ts";
import { silentLog } from "../../observe/log.ts";
import { type Connection, openConnection } from "../../store/engine/connection.ts";
import { replicatedUntil } from "../../store/engine/probe.ts";
import type { SourceCost } from "../../store/rows.ts";
import { addedToNumbers } from "./added.ts";
import type { Against, Breakdown, BreakdownName } from "./breakdown.ts";
import { begun } from "./client.ts";
import type { TableFormat } from "./formats.ts";
import { breakdownIn } from "./index/breakdown.ts";
import { overlapOf } from "./index/count.ts";
import { numbersOf, stepsByDevice } from "./index/numbers.ts";
import { type Overview, type OverviewQuery, overviewIn } from "./index/overview.ts";
import { outagesIn } from "./index/part-series.ts";
import { seriesIn } from "./index/series.ts";
import { freshIndex } from "./index/session-index.ts";
import { type SourceOutcomes, sourceOutcomes } from "./outcomes.ts";
import { rawFile } from "./raw-sessions.ts";
import type { Outage, Series, SeriesAbout, SeriesStep } from "./series.ts";
import { compareNumbers } from "./significance.ts";
import { numbersIn } from "./tables/numbers.ts";
import { outcomeTally } from "./tables/outcome-tally.ts";
import { visitSessionsIn } from "./tables/visit-sessions.ts";
import type { Compared, DeviceSteps, Numbers, Query } from "./types.ts";
import { type Beside, listedVisits, type VisitList, type VisitPage, visitsBeside } from "./visit-list.ts";

export type Answers = typeof answers;
/** A question's name and its arguments. */
export type Question = { about: keyof Answers; of: unknown[] };
export type Asked = { number: number } & Question;
/** The database to read, and how many of its sessions to hold in memory at most. */
export type Source = { url: string; isReplica: boolean; maxSessions?: number };
export type Reply = { number: number } & ({ reply: unknown } | { failed: string });

type Opened = {
  connection: Connection;
  fresh: ReturnType<typeof freshIndex>;
  /** The time up to which everything committed can be read, epoch milliseconds. */
  knownUntil: () => Promise<number>;
};
let opened: Promise<Opened> | undefined;

/** Opens the store and its index. This is done once; if it fails, the next question tries again. */
const open = async (): Promise<Opened> => {
  const { url, isReplica, maxSessions, drafts } = workerData as Source & { drafts: string[] };
  showDrafts(drafts);
  // Statements run one at a time; the second connection is for when a lost one is still being given up.
  const connection = await openConnection(url, silentLog, { poolSize: 2 });
  const knownUntil = async () => (isReplica && (await replicatedUntil(connection))) || Date.now();
  const store = numbersIn(connection, Date.now);
  const fresh = freshIndex(store, Date.now, { maxSessions, knownUntil, firstViews: store.views });
  return { connection, knownUntil, fresh };
};

const demandOpen = () => {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
};

const fresh = async () => (await demandOpen()).fresh();

/** The answers to all questions that analysts ask, by the names under which the rest of the program asks them (client.ts). */
const answers = {
  /**
   * The first call waits until the sessions are loaded, which takes a few seconds per million. It fails if they cannot
   * be read and none were loaded before.
   */
  async query(query: Query): Promise<Numbers> {
    const { index, asOf } = await fresh();
    return numbersOf(index, query, asOf, Date.now());
  },
  /** Loads all sessions, and counts each survey's once, which compiles what every question needs. */
  async warm(): Promise<void> {
    const { index, asOf } = await fresh();
    for (const variant of index.sources.variants.texts) numbersOf(index, { variant, data: "both" }, asOf);
  },
  /** The steps of a query's sessions by device. */
  async devices(query: Query): Promise<DeviceSteps[]> {
    const { index, asOf } = await fresh();
    return stepsByDevice(index, query, asOf);
  },
  async compare(query: Query, other: Query): Promise<Compared> {
    const { index, asOf } = await fresh();
    const [a, b] = [query, other].map((each) => numbersOf(index, each, asOf, Date.now()));
    return compareNumbers(a!, b!, overlapOf(index, query, other, asOf));
  },
  /** The sessions of a query, broken down by one dimension or by two, and compared with one group or with all others. */
  async breakdown(
    query: Query,
    by: BreakdownName,
    and?: BreakdownName,
    against?: Against,
  ): Promise<Breakdown> {
    const { index, asOf } = await fresh();
    return breakdownIn(index, query, asOf, by, and, against);
  },
  /** The sessions of a query, by the hour, day or week in which they began, and one part of the survey by the same. */
  async series(query: Query, step: SeriesStep, about?: SeriesAbout): Promise<Series> {
    const { index, asOf } = await fresh();
    return seriesIn(index, query, asOf, step, about);
  },
  /** Hours in which services failed much more often than they do. */
  async outages(query: Query): Promise<Outage[]> {
    const { index, asOf } = await fresh();
    return outagesIn(index, query, asOf);
  },
  /** All surveys side by side, and their sessions by one dimension. */
  async overview(query: OverviewQuery): Promise<Overview> {
    const { index, asOf } = await fresh();
    return overviewIn(index, query, asOf, Date.now());
  },
  /** Outcomes of the leads that a query counts, by source; null if its filters cannot apply to outcomes. */
  async outcomes(query: Query): Promise<SourceOutcomes | null> {
    const { connection } = await demandOpen();
    const tallies = await outcomeTally(connection, query.variant);
    return sourceOutcomes(query, tallies, await costsOf(connection, query.variant));
  },
  /** A feature's question, by its name and the question's. */
  async feature(name: string, question: string, ...given: unknown[]): Promise<unknown> {
    const asked = await addedToNumbers()
      .find((each) => each.name === name)
      ?.analyses?.();
    const { connection, fresh } = await demandOpen();
    return (asked![question] as (...all: unknown[]) => Promise<unknown>)({ connection, fresh }, ...given);
  },
  /** One page of the visits that a query counts. */
  async visits(query: Query, page: VisitPage): Promise<VisitList> {
    const { connection } = await demandOpen();
    return listedVisits(await fresh(), visitSessionsIn(connection), query, page);
  },
  /** The visits before and after one of them in that list. */
  async beside(query: Query, visitId: string): Promise<Beside> {
    const { connection } = await demandOpen();
    return visitsBeside(await fresh(), visitSessionsIn(connection), query, visitId);
  },
  /**
   * All sessions that a query counts, as a file with one row per session. The store is read while the file is streamed,
   * so a failing store breaks it off midway.
   * @param asked the query as URL parameters
   */
  async sessions(query: Query, asked: string, format: TableFormat): Promise<ReadableStream<Uint8Array>> {
    const { connection, knownUntil } = await demandOpen();
    const asOf = await knownUntil();
    return ReadableStream.from(
      await begun(rawFile(numbersIn(connection, Date.now), { ...query, asked, asOf }, format)),
    );
  },
};

parentPort!.on("message", async ({ number, about, of }: Asked) => {
  const answer = answers[about] as (...of: unknown[]) => Promise<unknown>;
  const reply = answer(...of).then(
    (said): Reply => ({ number, reply: said }),
    (error: unknown): Reply => ({ number, failed: error instanceof Error ? error.name : "" }),
  );
  const said = await reply;
  const streams = "reply" in said && said.reply instanceof ReadableStream ? [said.reply] : [];
  parentPort!.postMessage(said, streams);
});

/** Costs of visits to a survey, by source and day. */
function costsOf(connection: Connection, variant: string): Promise<SourceCost[]> {
  return connection.read((db) =>
    db.selectFrom("sourceCosts").selectAll().where("variant", "=", variant).execute(),
  );
}
