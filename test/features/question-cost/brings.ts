import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  ofCharts: [["what each question costs", 200, "/graphs/c/question-cost"]],
  access: ["/graphs/c/question-cost 3 200"],
  pages: [{ path: "/graphs/c/question-cost", sending: {} }],
};
