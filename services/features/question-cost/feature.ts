import type { Feature } from "../feature.ts";
import type { AddedToNumbers } from "../numbers/added.ts";
import { questionCostsIn } from "./tables.ts";

/** Says what each question of a survey costs, and who needs it (docs/guides/what-a-question-costs.md). */
export const questionCost: Feature<ReturnType<typeof questionCostsIn>> = {
  name: "question-cost",
  needs: ["numbers", "what-if"],
  tables: { names: ["question_costs"], of: questionCostsIn },
  commands: { after: "what-if", load: async () => (await import("./command.ts")).addQuestionCost },
  adds: {
    numbers: { analyses: async () => (await import("./analyses.ts")).analyses } satisfies AddedToNumbers,
  },
};
