import { expect } from "vitest";
import { passagesOf } from "../../../machines/graph/passages.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import type { Brings } from "../../support/features.ts";

const numbers = "/graphs/c/numbers";

export const brings: Brings = {
  posts: () => [
    [numbers, { form: { intent: "add", day: "2026-11-01", words: "a" } }],
    ["/graphs/c/views", { form: { intent: "save", name: "a", page: "numbers", query: "" } }],
  ],
  ofCharts: [
    ["a table of numbers", 200, `${numbers}/steps.csv`],
    ["a table for engines", 200, `${numbers}/steps.parquet`],
    ["sessions, one a row", 200, "/graphs/c/sessions/csv"],
  ],
  access: [`${numbers} 3 200`],
  reads: {
    "numbers are taken up": async ({ numbers: read }) => {
      const last = await read.lastChange();
      await read.sessionsSince(last - 10, 5_000);
      await read.sourcesSince(1_990, 5_000);
      await read.tracesSince(4_990, 5_000);
    },
  },
  tries(row, guard) {
    const until = Date.UTC(2026, 0, 15, 12);
    const visits = [...simulate({ sessions: 600, seed: 1, variant: row, days: 2, until, day: () => 0 })];
    const through = visits.filter(({ log }) =>
      passagesOf({ path: "/survey/row", variant: row, defaults: {} }, log).some(
        (passage) => passage.kind === "edge" && passage.edge.includes(guard),
      ),
    );
    expect(through.length).toBeGreaterThan(0);
    expect(through.length).toBeLessThan(visits.length / 4);
  },
};
