import { sharesOfAll } from "../../guard/budget.ts";
import { type BudgetLimits, type Costly, costly } from "../../settings/limits.ts";
import type { Budgets } from "../../store/guards/budgets.ts";
import { type Finding, note, ok } from "./finding.ts";

/** How much of what costs money was had within an hour and a day, and what has none left. @param at epoch milliseconds */
export async function lookAtBudgets(
  budgets: Pick<Budgets, "taken">,
  limits: Record<Costly, BudgetLimits>,
  at: number,
): Promise<Finding[]> {
  const findings = await Promise.all(
    costly.map(async (what) => {
      const shares = sharesOfAll(what, limits[what]);
      const taken = await budgets.taken(shares, at);
      const [hour, day] = shares.map(({ most }, index) => `${taken[index]} of ${most || "any number of"}`);
      const words = `${hour} paid ${what} were made within an hour, ${day} within a day`;
      const isUsedUp = shares.some(({ most }, index) => most > 0 && taken[index]! >= most);
      return isUsedUp ? note(`${words}: the budget is used up, and no more are made.`) : ok(`${words}.`);
    }),
  );
  return findings;
}
