import { fill } from "../../../machines/messages/fill.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { verdictWords } from "../../../services/features/verdicts/words/index.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import type { Brings } from "../../support/features.ts";

const facts: Record<string, string> = { state: "Kentucky", years: "1 year", span: "2 years" };

/** What a visitor may read. */
function said(language: Language): string[] {
  const { title, because, ways, link } = inLanguage(verdictWords, language).visitor;
  const reasons = Object.values(because).flatMap((each) =>
    typeof each === "string" ? each : Object.values(each),
  );
  return [title, ...reasons.map((each) => fill(each, facts)), ...Object.values(ways), link];
}

export const brings: Brings = {
  ofCharts: [["what decided", 200, "/graphs/c/verdicts"]],
  access: ["/graphs/c/verdicts 3 200"],
  reads: {
    "a survey's verdicts are counted": ({ verdicts }) =>
      verdicts.of("v1", { first: "2024-09-01", last: "2024-09-30" }),
    "a survey's first counted day is looked up": ({ verdicts }) => verdicts.since("v1"),
  },
  words: async () => ({ en: said("en"), es: said("es") }),
};
