import { sql } from "kysely";
import { outerPath } from "../../../machines/context/source-path.ts";
import { dayNumber, dayText, type EvenDays, evenDays, type Period } from "../../calendar/days.ts";
import type { Connection } from "../../store/engine/connection.ts";
import { ofSource } from "../../store/engine/statements.ts";

/** What the rows of the page are of. */
export const profitBy = ["day", "affiliate", "campaign", "ad set", "sub id", "survey", "buyer"] as const;
export type ProfitBy = (typeof profitBy)[number];

/** How many ids of a source its row has, where rows are of an affiliate's sources. */
export const depthOf: Partial<Record<ProfitBy, number>> = { campaign: 1, "ad set": 2, "sub id": 3 };

/**
 * Whose business is counted. `affiliate`: by the id in the ad's link, and '' for leads without one; undefined for all.
 * `sub`: its campaign, ad set or ad. `survey`: its code.
 */
export type ProfitOf = { affiliate?: string; sub?: string; survey?: string };

/**
 * What business came to, in cents of US dollars: `sold` is what buyers agreed to pay, `back` what went back to them,
 * which is negative, `payout` what affiliates get, and `cost` what was paid for visits. `cost` is null where it belongs to
 * nobody: visits are bought for no buyer.
 */
export type Business = { sales: number; sold: number; back: number; payout: number; cost: number | null };

/** Of a day such as 2026-11-30, an affiliate, an affiliate and its source, a survey or a buyer. */
export type ProfitRow = Business & { name: string; subId?: string };

const columnsOf = {
  day: [],
  affiliate: ["affiliate"],
  campaign: ["affiliate", "subId"],
  "ad set": ["affiliate", "subId"],
  "sub id": ["affiliate", "subId"],
  survey: ["survey"],
  buyer: ["buyer"],
} as const satisfies Record<ProfitBy, readonly ("affiliate" | "subId" | "survey" | "buyer")[]>;

/** Which of these days a line is in. Written into the statement, because PostgreSQL has it twice. */
const dayAmong = ({ from, length }: EvenDays) =>
  sql<number>`(${sql.ref("at")} - ${sql.lit(from)}) / ${sql.lit(length)}`;

/** What is left of a business: what buyers owe, less payouts and what visits cost, in cents. */
export const profitOf = ({ sold, back, payout, cost }: Business): number =>
  sold + back - payout - (cost ?? 0);

/** Sums of rows. A cost that belongs to nobody is none. */
export function sumOf(rows: readonly Business[]): Business {
  const all = (of: (row: Business) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    sales: all(({ sales }) => sales),
    sold: all(({ sold }) => sold),
    back: all(({ back }) => back),
    payout: all(({ payout }) => payout),
    cost: all(({ cost }) => cost ?? 0),
  };
}

export function profitIn(connection: Connection) {
  return {
    /**
     * What the lines of the books and the costs of these days come to, each in the day that it is dated: a return counts when it
     * came back. The newest day comes first, all else by its name. What nothing happened to is left out.
     */
    async rows(by: ProfitBy, period: Period, timeZone: string, of: ProfitOf = {}): Promise<ProfitRow[]> {
      const [lines, costs] = await Promise.all([
        by === "day"
          ? linesByDay(connection, evenDays(period, timeZone), of)
          : linesBy(connection, by, period, of),
        by === "buyer" ? [] : costsBy(connection, by, period, of),
      ]);
      const found = new Map<string, ProfitRow>();
      const depth = depthOf[by];
      const rowOf = (name: string, path?: string) => {
        const subId = path && depth ? outerPath(path, depth) : path;
        const key = JSON.stringify([name, subId]);
        const nothing = { sales: 0, sold: 0, back: 0, payout: 0, cost: by === "buyer" ? null : 0 };
        const row = found.get(key) ?? { name, ...(subId !== undefined && { subId }), ...nothing };
        found.set(key, row);
        return row;
      };
      for (const { part, kind, ...line } of lines) {
        const row = rowOf(line.name, line.subId);
        if (kind === "sale") row.sales += line.lines;
        row[part === "price" ? "sold" : part] += line.cents;
      }
      for (const { name, subId, cents } of costs) {
        const row = rowOf(name, depth ? subId : undefined);
        row.cost = (row.cost ?? 0) + cents;
      }
      const rows = [...found.values()].sort(
        (a, b) => compare(a.name, b.name) || compare(a.subId ?? "", b.subId ?? ""),
      );
      return by === "day" ? rows.reverse() : rows;
    },
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Lines of the books by the days that they are in, of which the database is told the length. */
async function linesByDay(connection: Connection, stretches: readonly EvenDays[], of: ProfitOf) {
  const all = await Promise.all(
    stretches.map(async (days) => {
      const lines = await linesBy(connection, "day", days, of, days);
      return lines.map(({ nth, ...line }) => ({ ...line, name: dayText(days.first + Number(nth)) }));
    }),
  );
  return all.flat();
}

async function linesBy(
  connection: Connection,
  by: ProfitBy,
  { from, until }: Pick<Period, "from" | "until">,
  { affiliate, sub, survey }: ProfitOf,
  days?: EvenDays,
) {
  const columns = columnsOf[by];
  const rows = await connection.read((db) =>
    db
      .selectFrom("salesLedger")
      .where("at", ">=", from)
      .where("at", "<", until)
      .$if(affiliate !== undefined, (query) => query.where("affiliate", "=", affiliate!))
      .$if(sub !== undefined, (query) => query.where((eb) => ofSource(eb, sub!)))
      .$if(survey !== undefined, (query) => query.where("survey", "=", survey!))
      .select(({ fn }) => [
        ...columns,
        "part",
        "kind",
        fn.countAll<number>().as("lines"),
        fn.sum<number>("cents").as("cents"),
      ])
      .$if(days !== undefined, (query) => query.select(dayAmong(days!).as("nth")).groupBy(dayAmong(days!)))
      .groupBy([...columns, "part", "kind"])
      .execute(),
  );
  return rows.map((row) => ({
    name: row[columns[0] ?? "buyer"] ?? "",
    subId: row.subId,
    part: row.part,
    kind: row.kind,
    nth: row.nth,
    lines: Number(row.lines),
    cents: Number(row.cents),
  }));
}

async function costsBy(
  connection: Connection,
  by: Exclude<ProfitBy, "buyer">,
  { first, last }: Period,
  { affiliate, sub, survey }: ProfitOf,
) {
  const named = by === "day" ? "day" : by === "survey" ? "variant" : "affiliate";
  const columns: ("day" | "variant" | "affiliate" | "subId")[] = depthOf[by] ? [named, "subId"] : [named];
  const rows = await connection.read((db) =>
    db
      .selectFrom("sourceCosts")
      .where("day", ">=", dayNumber(first))
      .where("day", "<=", dayNumber(last))
      .$if(affiliate !== undefined, (query) => query.where("affiliate", "=", affiliate!))
      .$if(sub !== undefined, (query) => query.where((eb) => ofSource(eb, sub!)))
      .$if(survey !== undefined, (query) => query.where("variant", "=", survey!))
      .select(({ fn }) => [...columns, fn.sum<number>("cents").as("cents")])
      .groupBy(columns)
      .having(({ fn }) => fn.sum<number>("cents"), "!=", 0)
      .execute(),
  );
  return rows.map((row) => ({
    name: by === "day" ? dayText(Number(row.day)) : String(row[named]),
    subId: row.subId,
    cents: Number(row.cents),
  }));
}
