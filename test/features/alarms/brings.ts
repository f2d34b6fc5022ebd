import { expect } from "vitest";
import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  reads: {
    "what became of messages is looked for": async ({ alarms }, now) => {
      const rows = await alarms.triedSince(["lead-prosper"], now - 8 * 86_400_000);
      // More than are read at a time, and each once.
      expect(rows.length).toBeGreaterThan(2_000);
      expect(new Set(rows.map(({ leadId }) => leadId)).size).toBe(rows.length);
      await alarms.affiliatesOf(["l8", "l10"]);
    },
  },
};
