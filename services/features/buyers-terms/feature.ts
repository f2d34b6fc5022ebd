import type { Feature } from "../feature.ts";

/** What buyers take, as sentences, against the surveys and against the leads that came (docs/guides/buyers-terms.md). */
export const buyersTerms: Feature = {
  name: "buyers-terms",
  needs: ["books"],
  commands: { after: "terms", load: async () => (await import("./command.ts")).addBuyersTerms },
};
