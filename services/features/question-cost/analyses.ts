import { sql } from "kysely";
import { type Order, ordersOf } from "../../../machines/features/question-cost/orders.ts";
import { type Question, questionsOf } from "../../../machines/features/question-cost/questions.ts";
import { replays, type SiteSettings } from "../../../machines/features/question-cost/replayed.ts";
import type { RecordedVisit, Tally } from "../../../machines/features/what-if/tally.ts";
import { variants } from "../../../machines/registry.ts";
import { settleMs } from "../../analytics/session.ts";
import type { Analyses, AnalystsThread } from "../numbers/added.ts";
import type { Analytics } from "../numbers/client.ts";

/** What a survey's chart says of its questions. */
export type ChartOfQuestions = { questions: Question[]; orders: Order[] };

/** Leads that are drawn to be replayed, by their visits, and how many they are drawn from. */
export type Drawn = { visits: string[]; of: number };

/** The newest leads of a survey that are drawn from, and how many of them are replayed: a second for ten questions. */
const [most, drawn] = [100_000, 500];

/** Where the random part of a visit's id begins: 48 bits, whichever way it was made. */
const random = 25;

/** The last survey's replays; what they have learned is of use for its other visits. */
let current: { key: string; add: ReturnType<typeof replays> } | undefined;

/** In the analysts' thread, a few hundredths of a second for each call but the first ones. */
export const analyses = {
  chart: async (_: AnalystsThread, code: string): Promise<ChartOfQuestions> => {
    const variant = variants.get(code)!;
    return { questions: questionsOf(variant), orders: ordersOf(variant) };
  },
  /** The same ones for the same data, and with more data as many of the old ones as chance leaves. */
  drawn: ({ connection }: AnalystsThread, code: string, now: number): Promise<Drawn> =>
    connection.read(async (db) => {
      const newest = db
        .selectFrom("visits")
        .select("id")
        .where("variant", "=", code)
        .where("leadId", "is not", null)
        .where("createdAt", "<=", now - settleMs)
        .orderBy("createdAt", "desc")
        .limit(most);
      const { of } = await db
        .selectFrom(newest.as("newest"))
        .select(({ fn }) => fn.countAll<number>().as("of"))
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom(newest.as("newest"))
        .select("id")
        .orderBy(sql`substr(id, ${sql.lit(random)})`)
        .limit(drawn)
        .execute();
      return { visits: rows.map(({ id }) => id), of: Number(of) };
    }),
  replayed: async (
    _: AnalystsThread,
    code: string,
    settings: SiteSettings,
    visits: readonly RecordedVisit[],
  ): Promise<Record<string, Pick<Tally, "visits" | "failed" | "otherVersion" | "kinds" | "fields">>> => {
    const key = JSON.stringify([code, settings]);
    if (current?.key !== key) current = { key, add: replays(variants.get(code)!, settings) };
    return current.add(visits);
  },
  /** What buyers owe for a survey's leads, less what went back to them, in cents. */
  earned: ({ connection }: AnalystsThread, code: string): Promise<Record<string, number>> =>
    connection.read(async (db) => {
      const rows = await db
        .selectFrom("salesLedger")
        .select(({ fn }) => ["buyer", fn.sum<number>("cents").as("cents")])
        .where("survey", "=", code)
        .where("part", "in", ["price", "back"])
        .groupBy("buyer")
        .execute();
      return Object.fromEntries(rows.map(({ buyer, cents }) => [buyer, Number(cents)]));
    }),
} satisfies Analyses;

type Asked = {
  [Name in keyof typeof analyses]: (typeof analyses)[Name] extends (
    thread: never,
    ...given: infer Given
  ) => infer Said
    ? (...given: Given) => Said
    : never;
};

/** Asks the analysts' thread. */
export function askedOf({ feature }: Pick<Analytics, "feature">): Asked {
  const ask =
    (question: string) =>
    (...given: unknown[]) =>
      feature("question-cost", question, ...given);
  return Object.fromEntries(Object.keys(analyses).map((name) => [name, ask(name)])) as unknown as Asked;
}
