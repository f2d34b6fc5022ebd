import type { PageFeature } from "../feature.ts";

/** Says what decided about leads: of one on its page, of a survey's by a table, and to visitors where the owner wants it. */
export const verdicts: PageFeature = {
  name: "verdicts",
  needs: ["numbers"],
  graphPages: { "graphs/:code/verdicts": "route.tsx" },
  ofSurvey: [{ page: "verdicts", text: "What decided" }],
  turnsAway: ({ running }) => {
    const { toVisitor } = running.verdicts;
    return toVisitor && (async (sessionId, language) => (await toVisitor(sessionId))?.[language]?.turnedAway);
  },
};
