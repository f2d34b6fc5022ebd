import { chartsToken } from "../../support/console-people.ts";
import type { Brings } from "../../support/features.ts";

const page = "/graphs/c/question-cost";

export const brings: Brings = {
  ofCharts: [["what each question costs", 200, page]],
  access: [`${page} 3 200`],
  pages: [{ path: page, sending: { headers: { Authorization: `Bearer ${chartsToken}` } } }],
};
