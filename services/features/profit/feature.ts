import type { Feature } from "../feature.ts";
import { profitIn } from "./profit.ts";

/** What is left of a day, a source, a survey, a buyer: of the books' lines and costs (docs/guides/sales.md). */
export const profit: Feature<ReturnType<typeof profitIn>> = {
  name: "profit",
  needs: ["books"],
  tables: { names: [], of: profitIn },
};
