import { sql } from "kysely";
import { dayNumber, type Period } from "../../calendar/days.ts";
import type { Connection } from "../../store/engine/connection.ts";
import { type ReturnReason, returnReasons } from "../../store/rows.ts";

/** What the rows of the page are of. */
export const returnedBy = ["reason", "affiliate", "sub id", "survey", "buyer", "answer"] as const;
export type ReturnedBy = (typeof returnedBy)[number];

/** Sales of some days, where they are from, and how many of them have come back since; `cents` went back, in US dollars. */
export type SoldGroup = { affiliate: string; subId: string; survey: string; buyer: string; sold: number };
export type BackGroup = Omit<SoldGroup, "sold"> & { reason: ReturnReason | ""; back: number; cents: number };

/** How many sales leads with an answer had, and how many of them have come back since. */
export type AnswerCount = { question: string; value: string; sold: number; back: number };

export function returnNumbersIn(connection: Connection) {
  return {
    /** Of the sales of some days: how many there were, and how many came back, whenever that was. A credit returns nothing. */
    async ofSales({ from, until }: Period): Promise<{ sold: SoldGroup[]; back: BackGroup[] }> {
      const [sold, back] = await Promise.all([
        connection.read((db) =>
          db
            .selectFrom("salesLedger")
            .select(({ fn }) => ["affiliate", "subId", "survey", "buyer", fn.countAll<number>().as("sold")])
            .where("kind", "=", "sale")
            .where("at", ">=", from)
            .where("at", "<", until)
            .groupBy(["affiliate", "subId", "survey", "buyer"])
            .execute(),
        ),
        connection.read((db) => returned(from, until).execute(db)),
      ]);
      return {
        sold: sold.map((row) => ({ ...row, sold: Number(row.sold) })),
        back: back.rows.map(({ reason, ...row }) => ({
          ...row,
          reason: returnReasons.find((each) => each === reason?.split(":")[0]) ?? "",
          back: Number(row.back),
          cents: Number(row.cents),
        })),
      };
    },
    /** By questions with fixed answers. @param survey its code; all of them where it is undefined */
    ofAnswers: ({ first, last }: Period, survey: string | undefined): Promise<AnswerCount[]> =>
      connection.read(async (db) => {
        const rows = await db
          .selectFrom("returnTallies")
          .select(({ fn }) => [
            "question",
            "value",
            fn.sum<number>("sold").as("sold"),
            fn.sum<number>("back").as("back"),
          ])
          .where("day", ">=", dayNumber(first))
          .where("day", "<=", dayNumber(last))
          .$if(survey !== undefined, (query) => query.where("survey", "=", survey!))
          .groupBy(["question", "value"])
          .orderBy("question")
          .orderBy("value")
          .execute();
        return rows.map((row) => ({ ...row, sold: Number(row.sold), back: Number(row.back) }));
      }),
    /** The first day of which leads are counted by their answers; undefined: none is. */
    countedSince: (): Promise<number | undefined> =>
      connection.read(async (db) => {
        const { day } = await db
          .selectFrom("returnTallies")
          .select(({ fn }) => fn.min<number | null>("day").as("day"))
          .executeTakeFirstOrThrow();
        return day === null ? undefined : Number(day);
      }),
  };
}

/** What went back is read first: it is a small part of what was sold. */
const returned = (from: number, until: number) => sql<Omit<BackGroup, "reason"> & { reason: string | null }>`
  with back as (
    select lead_id, lower(buyer) as buyer_key, -sum(cents) as cents,
      max(case when kind = 'correction' then 1 else 0 end) as is_corrected,
      max(case when kind = 'return' then 1 else 0 end) as is_returned,
      max(case when kind = 'return' and person <> '' then reason end) as said
    from sales_ledger where part = 'back' and at >= ${from}
    group by lead_id, lower(buyer)
  ), returned as (
    select sale.affiliate, sale.sub_id, sale.survey, sale.buyer, back.cents,
      coalesce(
        (select min(reason) from outcomes
          where outcomes.lead_id = back.lead_id and lower(outcomes.buyer) = back.buyer_key and outcome = 'returned'),
        back.said
      ) as reason
    from back join sales_ledger sale on sale.lead_id = back.lead_id and lower(sale.buyer) = back.buyer_key
    where sale.kind = 'sale' and sale.at >= ${from} and sale.at < ${until}
      and back.is_returned = 1 and (back.cents > 0 or back.is_corrected = 0)
  )
  select affiliate, sub_id, survey, buyer, reason, count(*) as back, sum(cents) as cents
  from returned group by affiliate, sub_id, survey, buyer, reason
`;
