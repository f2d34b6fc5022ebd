import { inEach, inLanguage } from "../../../services/words/languages.ts";
import type { PageFeature } from "../feature.ts";
import { deadlineWords } from "./words/index.ts";

const url = "/car-accident-laws/deadline/";

/** Shows visitors the last day on which they may file a lawsuit. */
export const deadline: PageFeature = {
  name: "deadline",
  sitePages: { "car-accident-laws/deadline": "route.tsx" },
  listed: [{ path: url, changed: "2026-11-23" }],
  inMenu: { under: "/car-accident-laws/", title: "Deadline calculator", url },
  helps: inEach((language) => ({ label: inLanguage(deadlineWords, language).helps, url })),
  answers: { "How long do I have to file a lawsuit?": "Our deadline calculator has every state." },
};
