import { questionsOf, type Result, results } from "../../analytics/session.ts";
import { dayNumber } from "../../calendar/days.ts";
import { type FileCell, type FileColumn, type Kind, type TableFormat, tableFormats } from "./formats.ts";
import { conditionsOf } from "./index/conditions.ts";
import { passingBlocks } from "./index/count.ts";
import { SessionIndex } from "./index/session-index.ts";
import { sumOf, wayOf } from "./index/visit-rows.ts";
import type { NumbersStore, WholeSession } from "./tables/numbers.ts";
import type { Query } from "./types.ts";

/** The sessions that a query counts; without a survey, those of all surveys. */
export type RawQuery = Pick<Query, "data" | "filters"> & {
  variant?: string;
  /** Everything until then is counted, epoch milliseconds. */
  asOf: number;
  /** The same as an address's words: each row contains the query. */
  asked: string;
};

/** One row a session: no answers and no personal data (docs/guides/analysts.md). */
const kinds = {
  survey: "text",
  session: "count",
  visit: "text",
  day: "day",
  began_at: "moment",
  last_at: "moment",
  simulated: "isSo",
  path: "text",
  offer: "text",
  affiliate: "text",
  sub_id: "text",
  version: "text",
  device: "text",
  language: "text",
  scripts: "text",
  flags: "text",
  result: "text",
  dq_reason: "text",
  place: "text",
  answered: "count",
  lasted_s: "number",
  too_fast: "isSo",
  places: "texts",
  dwell_s: "numbers",
  trace: "text",
  filters: "text",
  as_of: "moment",
} as const satisfies Record<string, Kind>;
const names = Object.keys(kinds) as (keyof typeof kinds)[];

export const rawColumns: readonly FileColumn[] = names.map((name) => ({ name, kind: kinds[name] }));

export type RawSession = Record<keyof typeof kinds, FileCell> & { survey: string; day: number };

export const cellsOf = (row: RawSession): FileCell[] => names.map((name) => row[name]);

/** How many sessions are read at a time. */
const page = 2_000;

type Read = Pick<NumbersStore, "sessionsAfter">;

/**
 * A file of sessions in parts, some of them empty: who takes no more of them stops the reading within one page.
 * At most a row group and a page are held.
 */
export async function* rawFile(
  store: Read,
  query: RawQuery,
  format: TableFormat,
): AsyncGenerator<Uint8Array> {
  const { begin, rowsAtOnce } = tableFormats[format];
  const file = begin(rawColumns);
  let rows: FileCell[][] = [];
  for await (const passing of rawSessions(store, query)) {
    rows.push(...passing.map(cellsOf));
    const isFull = rows.length >= rowsAtOnce;
    yield isFull ? file.add(rows) : new Uint8Array();
    if (isFull) rows = [];
  }
  yield file.add(rows);
  yield file.end();
}

/** The sessions that a query counts, in the order in which they were first counted, page by page. */
export async function* rawSessions(store: Read, query: RawQuery): AsyncGenerator<RawSession[]> {
  const { variant, filters: { from, to } = {} } = query;
  const of = {
    variant,
    firstDay: from ? dayNumber(from) : Number.NEGATIVE_INFINITY,
    lastDay: to ? dayNumber(to) : Number.POSITIVE_INFINITY,
  };
  for (let after = 0; ; ) {
    const read = await store.sessionsAfter(after, of, page);
    yield await passing(read, query);
    if (read.length < page) return;
    after = read.at(-1)!.id;
  }
}

/** Some sessions are indexed as all are for the numbers, so that the same ones pass. */
async function passing(read: readonly WholeSession[], query: RawQuery): Promise<RawSession[]> {
  const { data = "real", filters = {}, asOf, asked } = query;
  const index = await indexOf(read);
  return [...new Set(read.map(({ source }) => source.variant))].flatMap((variant) => {
    const sessions = index.ofVariant(variant)!;
    const resultOf = new Map<number, Result>();
    for (const { at, result, count } of passingBlocks(
      sessions,
      conditionsOf(index, variant, data, filters, asOf),
    ))
      for (let index = 0; index < count; index++) resultOf.set(at[index]!, results[result[index]!]!);
    const questions = questionsOf(variant);
    return Array.from({ length: sessions.count }, (_, at) => at).flatMap((at): RawSession[] => {
      const result = resultOf.get(at);
      const { source, trace, ...session } = read[sessions.id.values[at]!]!;
      if (!result || (session.begunAt ?? 0) > asOf) return [];
      const { variant: survey, subId, ...from } = source;
      const { places, dwells, answered } = wayOf(index, sessions, at, questions);
      return [
        {
          ...from,
          survey,
          session: session.id,
          visit: session.begunAt === null ? null : session.visitId,
          day: session.day,
          began_at: session.begunAt,
          last_at: session.lastAt,
          sub_id: subId,
          result,
          dq_reason: session.dqReason,
          place: trace.place,
          answered,
          lasted_s: inSeconds(sumOf(dwells)),
          too_fast: sessions.isFast.values[at] === 1,
          places,
          dwell_s: dwells?.map((ms) => ms / 1000) ?? null,
          trace: trace.items,
          filters: asked,
          as_of: asOf,
        },
      ];
    });
  });
}

const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1000);

/** An index of these sessions alone; each session's id in it is its place among them. */
async function indexOf(read: readonly WholeSession[]): Promise<SessionIndex> {
  const [sources, traces] = [new Shared<WholeSession["source"]>(), new Shared<WholeSession["trace"]>()];
  const sessions = read.map(({ source, trace, ...session }, at) => ({
    ...session,
    id: at,
    change: at + 1,
    sourceId: sources.idOf(source),
    traceId: traces.idOf(trace),
  }));
  const index = new SessionIndex();
  await index.refresh({
    sessionsSince: async (change) => sessions.slice(change),
    sourcesSince: async (id) => sources.rows.slice(id),
    tracesSince: async (id) => traces.rows.slice(id),
  });
  return index;
}

/** What many sessions refer to, once each, with ids from 1. */
class Shared<Row extends object> {
  readonly rows: (Row & { id: number })[] = [];
  private readonly ids = new Map<string, number>();

  idOf(row: Row): number {
    const key = JSON.stringify(row);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.rows.length + 1;
    this.rows.push({ ...row, id });
    this.ids.set(key, id);
    return id;
  }
}
