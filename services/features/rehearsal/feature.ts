import type { Feature } from "../feature.ts";

/** Has people who never were walk a release before it ships (docs/guides/rehearsal.md). */
export const rehearsal: Feature = {
  name: "rehearsal",
  needs: ["numbers", "what-if"],
  commands: { after: "what-if", load: async () => (await import("./command.ts")).addRehearse },
};
