import { expect } from "vitest";
import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  reads: {
    "what became of messages is looked for": async ({ alarms }, now) => {
      const rows = await alarms.triedSince(["lead-prosper"], now - 86_400_000);
      expect(rows.length).toBeGreaterThan(100);
      await alarms.affiliatesOf(["l8", "l10"]);
    },
  },
};
