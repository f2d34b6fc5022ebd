import type { PageFeature } from "../feature.ts";

const url = "/car-accident-laws/deadline/";

/** Shows visitors the last day on which they may file a lawsuit. */
export const deadline: PageFeature = {
  name: "deadline",
  sitePages: { "car-accident-laws/deadline": "route.tsx" },
  listed: [{ path: url, changed: "2026-11-23" }],
  inMenu: { under: "/car-accident-laws/", title: "Deadline calculator", url },
  helps: {
    en: { label: "Work out your deadline", url },
    es: { label: "Calcule su fecha límite (en inglés)", url },
  },
  answers: { "How long do I have to file a lawsuit?": "Our deadline calculator has every state." },
};
