import { verdictWords } from "../../../machines/features/verdicts/words.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { Brings } from "../../support/features.ts";

const facts = { state: "Kentucky", years: 1, span: "", isTicket: false, reason: "" };

/** What a visitor may read. */
function said(language: Language): string[] {
  const { visitor, span } = verdictWords[language];
  const because = Object.values(visitor.because).map((sentence) => sentence({ ...facts, span: span(730) }));
  return [visitor.title, ...because, ...Object.values(visitor.ways), visitor.link];
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
