import type { LogEntry } from "../../../machines/visit/log.ts";
import { dayCounter, dayNumber, type Period } from "../../calendar/days.ts";
import type { Settings } from "../../settings/env.ts";
import type { Connection } from "../../store/engine/connection.ts";
import type { Lead } from "../../store/rows.ts";
import type { NewsReader } from "../../store/sales/news.ts";

/**
 * How many leads had a verdict; with a `step`, how many of them another answer to that question would have qualified: `answer`
 * is that option's value, `later` or `earlier` for dates, or the service whose result it is. `together`: only several other
 * answers at once would have.
 */
export type Tally = { verdict: string; step: string; field: string; answer: string; leads: number };

export const together = "together";

export function talliesIn(connection: Connection) {
  return {
    /** @param survey its code */
    of: (survey: string, { first, last }: Pick<Period, "first" | "last">): Promise<Tally[]> =>
      connection.read(async (db) => {
        const rows = await db
          .selectFrom("verdictTallies")
          .select(({ fn }) => ["verdict", "step", "field", "answer", fn.sum<number>("leads").as("leads")])
          .where("survey", "=", survey)
          .where("day", ">=", dayNumber(first))
          .where("day", "<=", dayNumber(last))
          .groupBy(["verdict", "step", "field", "answer"])
          .orderBy("verdict")
          .execute();
        return rows.map((row) => ({ ...row, leads: Number(row.leads) }));
      }),
    /** The first day of which leads of a survey are counted; undefined: none is. */
    since: (survey: string): Promise<number | undefined> =>
      connection.read(async (db) => {
        const { day } = await db
          .selectFrom("verdictTallies")
          .select(({ fn }) => fn.min<number | null>("day").as("day"))
          .where("survey", "=", survey)
          .executeTakeFirstOrThrow();
        return day === null ? undefined : Number(day);
      }),
  };
}

/** Nothing would have turned it, so nobody has to replay its visit: the first entry of the log is enough. */
export const isPlainlyQualified = ({ qualified, dqReason }: Pick<Lead, "qualified" | "dqReason">) =>
  qualified === true && !dqReason;

/**
 * Counts leads by what decided, once, as they come: so no page has to replay their visits, and what is counted does not change
 * with a survey's chart.
 */
export function counter(settings: Settings): Omit<NewsReader, "name"> {
  const dayOfTime = dayCounter(settings.siteTimeZone);
  return {
    wants: ({ event }) => event === "lead",
    async keep(trx, { at }, lead, hold) {
      if (lead.kind !== "survey" || lead.qualified === null) return;
      const entries = trx
        .selectFrom("visitLog")
        .select(["visitId", "seq", "kind", "body", "at"])
        .where("visitId", "=", lead.origin)
        .orderBy("seq");
      const rows = await (isPlainlyQualified(lead) ? entries.limit(1) : entries).execute();
      const log = rows.map(({ kind, at, body }) => ({ kind, at, body: JSON.parse(body) }) as LogEntry);
      const { countedOn } = await import("./counted.ts");
      const found = countedOn(lead, log, settings);
      if (!found) return;
      const { verdict, turns } = found;
      const each = [{ step: "", field: "", answer: "" }, ...turns];
      const counted = { day: dayOfTime(at), survey: lead.variant, verdict, leads: 1 };
      // Two processes that count in another order would wait for each other.
      await hold("verdicts");
      await trx
        .insertInto("verdictTallies")
        .values(each.map((turn) => Object.assign(turn, counted)))
        .onConflict((c) =>
          c.columns(["survey", "day", "verdict", "step", "field", "answer"]).doUpdateSet(({ eb, ref }) => ({
            leads: eb(ref("verdictTallies.leads"), "+", ref("excluded.leads")),
          })),
        )
        .execute();
    },
  };
}
