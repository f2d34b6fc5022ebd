import { createHash } from "node:crypto";
import type { PrePopulation } from "../ports.ts";

/** Without a service the draw is our own: so many sessions in a hundred, and a session always draws the same. */
export function drawnPrePopulation(percentage: number): PrePopulation {
  return {
    async ask({ sessionId }) {
      const drawn =
        createHash("sha256").update(`pre-population:${sessionId}`).digest().readUInt32BE() / 2 ** 32;
      return drawn * 100 < percentage ? "yes" : "no";
    },
  };
}
