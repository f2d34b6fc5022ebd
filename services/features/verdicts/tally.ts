import type { Change } from "../../../machines/features/verdicts/decided.ts";
import { optionOf } from "../../../machines/features/verdicts/sentences.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { dayCounter, dayNumber, type Period } from "../../calendar/days.ts";
import type { Settings } from "../../settings/env.ts";
import type { Connection } from "../../store/engine/connection.ts";
import type { NewsReader } from "../../store/sales/news.ts";
import { explained, turnsOf } from "./of-lead.ts";

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

/**
 * Counts leads by what decided, once, as they come: so no page has to replay their visits, and what is counted does not change
 * with a survey's chart.
 */
export function counter(settings: Settings): Omit<NewsReader, "name"> {
  const dayOfTime = dayCounter(settings.siteTimeZone);
  return {
    wants: ({ event }) => event === "lead",
    messages: async () => [],
    async keep(trx, { leadId, at }, _, hold) {
      const lead = await trx
        .selectFrom("leads")
        .select(["id", "kind", "origin", "variant", "qualified", "dqReason"])
        .where("id", "=", leadId)
        .executeTakeFirst();
      if (lead?.kind !== "survey" || lead.qualified === null) return;
      const rows = await trx
        .selectFrom("visitLog")
        .select(["visitId", "seq", "kind", "body", "at"])
        .where("visitId", "=", lead.origin)
        .orderBy("seq")
        .execute();
      const log = rows.map(({ kind, at, body }) => ({ kind, at, body: JSON.parse(body) }) as LogEntry);
      const found = explained({ ...lead, qualified: Number(lead.qualified) === 1 }, log, settings);
      if (!found) return;
      const { verdict } = found.decided;
      const ways = verdict === "qualified" ? [] : (turnsOf(found) ?? []);
      const turns = ways
        .filter((way) => way.verdict === "qualified")
        .map(({ changes }) =>
          changes.length > 1
            ? { step: "", field: "", answer: together }
            : turnOf(changes[0], found.entry.variant.machine),
        );
      const each = [{ step: "", field: "", answer: "" }, ...turns];
      // A statement cannot add to one row twice.
      const once = [...new Map(each.map((turn) => [JSON.stringify(turn), turn])).values()];
      const counted = { day: dayOfTime(at), survey: lead.variant, verdict, leads: 1 };
      // Two processes that count in another order would wait for each other.
      await hold("verdicts");
      await trx
        .insertInto("verdictTallies")
        .values(once.map((turn) => Object.assign(turn, counted)))
        .onConflict((c) =>
          c.columns(["survey", "day", "verdict", "step", "field", "answer"]).doUpdateSet(({ eb, ref }) => ({
            leads: eb(ref("verdictTallies.leads"), "+", ref("excluded.leads")),
          })),
        )
        .execute();
    },
  };
}

/** An answer that would have turned it, without anything of the visitor's. */
function turnOf(change: Change, machine: SurveyMachine) {
  const { step, field, instead, onward } = change;
  const [move] = instead;
  if (move.kind === "outcome") return { step, field: "", answer: move.outcome.call as string };
  return { step, field, answer: optionOf(move, change, machine)?.value ?? onward ?? "other" };
}
