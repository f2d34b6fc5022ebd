import type { PageFeature } from "../feature.ts";

/** Shows what one chart added, removed or changed compared to another, while developing between revisions too. */
export const compare: PageFeature = {
  name: "compare",
  graphPages: { "graphs/compare": "route.tsx" },
  inCharts: {
    href: "/graphs/compare",
    text: "Compare charts",
    of: (code) => `/graphs/compare?before=${code}`,
  },
};
