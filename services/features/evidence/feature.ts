import type { Feature } from "../feature.ts";

/** Proves a lead's consent to outsiders: a file with the whole proof, and programs that check such files without us. */
export const evidence: Feature = {
  name: "evidence",
  commands: { after: "consent", load: async () => (await import("./command.ts")).addEvidence },
};
