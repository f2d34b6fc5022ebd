import type { PageFeature } from "../feature.ts";

/** Walks through a survey's chart without a visitor: what can happen next, why, and the lead so far. */
export const simulator: PageFeature = {
  name: "simulator",
  graphPages: {
    "graphs/:code/simulate": "route.tsx",
    "graphs/:code/exported-case": "exported-case-route.ts",
  },
  ofSurvey: [{ page: "simulate", text: "Simulator", onCard: "Simulator" }],
  walks: {
    goOn: (code, walk, from) => ({
      text: `Open ${from} in the simulator`,
      href: `/graphs/${code}/simulate?${walk}#now`,
    }),
    keep: (code, walk) => ({ text: "Export as a test", href: `/graphs/${code}/exported-case?${walk}` }),
    over: (code, transition) => ({
      text: "Simulate the shortest path here",
      href: `/graphs/${code}/simulate?to=${encodeURIComponent(`way:${transition}`)}`,
      toSee: "what each guard read, and which answer would change its result",
    }),
  },
};
