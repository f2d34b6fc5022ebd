import { findEntry } from "../../../machines/registry.ts";
import { outcomeTally } from "../../../services/features/numbers/tables/outcome-tally.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import { reached } from "../../pairs/calendar.ts";
import type { Day } from "../../pairs/day.ts";
import { dollars } from "../../pairs/firms.ts";

/** What analysts see a little later, once the visits are counted. @param revenue the books', in cents */
export async function checkRevenue(day: Day, revenue: number): Promise<void> {
  const connection = await openConnection(day.direct, silentLog);
  const surveys = new Set(["c", findEntry(`/survey/${day.row.survey}`)!.variant.code]);
  let found = 0;
  const isCounted = async () => {
    const all = await Promise.all([...surveys].map((code) => outcomeTally(connection, code)));
    found = all.flat().reduce((total, { paid, credited }) => total + Number(paid) - Number(credited), 0);
    return found === revenue;
  };
  try {
    if (!(await reached(isCounted, 8_000, 250)))
      day.wrong("analysts' revenue is the books'", `$${dollars(found)} in place of $${dollars(revenue)}`);
  } finally {
    await connection.close();
  }
}
