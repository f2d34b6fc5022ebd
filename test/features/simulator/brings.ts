import { chartsToken } from "../../support/console-people.ts";
import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [["/graphs/c/simulate", { form: {} }]],
  pages: ["/graphs/c/simulate?do=accident_date_button%3DWithin%2B30%2BDays", "/graphs/one-page/simulate"].map(
    (path) => ({ path, sending: { headers: { Authorization: `Bearer ${chartsToken}` } } }),
  ),
};
