import { inEach, inLanguage } from "../../../services/words/languages.ts";
import type { PageFeature } from "../feature.ts";
import { calculatorWords, deadlineWords } from "./words/index.ts";

const url = "/car-accident-laws/deadline/";

/** Shows visitors the last day on which they may file a lawsuit. */
export const deadline: PageFeature = {
  name: "deadline",
  sitePages: { "car-accident-laws/deadline": "route.tsx" },
  listed: [{ path: url, changed: "2026-11-23" }],
  inMenu: { under: "/car-accident-laws/", title: calculatorWords.menu, url },
  helps: inEach((language) => ({ label: inLanguage(deadlineWords, language).helps, url })),
  answers: calculatorWords.answers,
};
