import { dayCounter } from "../../calendar/days.ts";
import type { Settings } from "../../settings/env.ts";
import { lineOf } from "../../store/sales/ledger-book.ts";
import { standingOf } from "../../store/sales/ledger-lines.ts";
import type { NewsReader } from "../../store/sales/news.ts";

/**
 * Counts sold leads by their answers as they are sold, returned and corrected, so that no page has to read them. A lead that was
 * sold before there was this count is in none, also where it comes back.
 */
export function counter({ siteTimeZone }: Pick<Settings, "siteTimeZone">): Omit<NewsReader, "name"> {
  const dayOf = dayCounter(siteTimeZone);
  return {
    wants: ({ event }) => event !== "lead",
    async keep(trx, { leadId, event }, { record }, hold) {
      const before = await trx
        .selectFrom("returnedLeads")
        .selectAll()
        .where("leadId", "=", leadId)
        .executeTakeFirst();
      if (!before && event !== "sold") return;
      const rows = await trx.selectFrom("salesLedger").selectAll().where("leadId", "=", leadId).execute();
      const sales = rows.filter(({ kind }) => kind === "sale");
      const [first] = sales.sort((one, other) => one.at - other.at);
      if (!first) return;
      const cameBack = sales.filter(({ buyer }) => {
        const its = rows.filter((row) => row.buyer.toLowerCase() === buyer.toLowerCase()).map(lineOf);
        // A credit returns nothing.
        return its.some(({ kind }) => kind === "return") && standingOf(its).isReturned;
      });
      const { day, survey } = before ?? { day: dayOf(first.at), survey: first.survey };
      const counts = { sold: sales.length, back: cameBack.length };
      const [sold, back] = [counts.sold - (before?.sold ?? 0), counts.back - (before?.back ?? 0)];
      if (sold === 0 && back === 0) return;
      const { fixedAnswers } = await import("./answers.ts");
      const answers = fixedAnswers(record);
      await trx
        .insertInto("returnedLeads")
        .values({ leadId, day, survey, ...counts })
        .onConflict((c) => c.column("leadId").doUpdateSet(counts))
        .execute();
      if (answers.size === 0) return;
      // Two processes that count the same answers in another order would wait for each other.
      await hold("returns");
      await trx
        .insertInto("returnTallies")
        .values([...answers].map(([question, value]) => ({ day, survey, question, value, sold, back })))
        .onConflict((c) =>
          c.columns(["day", "survey", "question", "value"]).doUpdateSet(({ eb, ref }) => ({
            sold: eb(ref("returnTallies.sold"), "+", ref("excluded.sold")),
            back: eb(ref("returnTallies.back"), "+", ref("excluded.back")),
          })),
        )
        .execute();
    },
  };
}
