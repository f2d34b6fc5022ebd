import type { PageFeature } from "../feature.ts";

/** Pages that are one now: their addresses lead there. */
const formerPages = [
  "graphs/:code/notes",
  "graphs/:code/views",
  ...["breakdown", "over-time", "compare"].flatMap((page) => [
    `graphs/:code/numbers/${page}`,
    `graphs/:code/numbers/${page}/:table`,
  ]),
];

/** Counts what visitors did, survey by survey and over all, and shows their recorded visits. */
export const numbers: PageFeature = {
  name: "numbers",
  graphPages: {
    "graphs/numbers": "all-route.tsx",
    "graphs/numbers/:table": "file-route.ts",
    "graphs/:code/numbers": "route.tsx",
    "graphs/:code/numbers/:table": "file-route.ts",
    "graphs/:code/numbers/drawing.svg": "file-route.ts",
    "graphs/:code/sessions/:as": "file-route.ts",
    "graphs/:code/visits": "visits/list-route.tsx",
    "graphs/:code/visits/:id": "visits/visit-route.tsx",
  },
  formerPages: { paths: formerPages, file: "moved-route.ts" },
  inCharts: { href: "/graphs/numbers", text: "All numbers" },
  ofSurvey: [
    { page: "numbers", text: "Numbers", keepsFilters: true, onCard: "Numbers" },
    { page: "visits", text: "Visits", keepsFilters: true },
  ],
};
